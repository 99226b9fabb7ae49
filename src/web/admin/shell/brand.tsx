import { Text, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';

export function Brand({ name }: { name: string }) {
  return (
    <UnstyledButton
      renderRoot={(props) => <Link {...props} to="/admin" search={{}} />}
      aria-label={`${name} admin, dashboard`}
      // Truncates a long name, so that the menu stays visible.
      style={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
    >
      <Text component="span" ff="var(--display)" fw={700} fz="lg">
        {name}
      </Text>{' '}
      <Text component="span" c="dimmed" fz="sm" visibleFrom="xs">
        admin
      </Text>
    </UnstyledButton>
  );
}
