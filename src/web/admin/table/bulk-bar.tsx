import { Button, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';

const namedMax = 4;

/** Bar with the bulk actions for the selected rows. */
export function BulkBar(props: {
  count: number;
  /** Names of the selected rows. Only the first ones are shown. */
  names?: readonly string[] | undefined;
  onClear(): void;
  children: ReactNode;
}) {
  const { names = [] } = props;
  const others = names.length - namedMax;
  return (
    <Paper withBorder p="xs" className="bulk-bar" role="region" aria-label="Selected rows">
      <Group justify="space-between" gap="xs">
        <Text fz="sm" fw={600} aria-live="polite">
          {props.count} chosen
          {names.length > 0 && (
            <Text component="span" fz="sm" fw={400} c="dimmed">
              {`: ${names.slice(0, namedMax).join(', ')}`}
              {others > 0 && ` and ${others} more`}
            </Text>
          )}
        </Text>
        <Group gap="xs" className="bulk-actions">
          {props.children}
          <Button size="xs" variant="subtle" color="gray" onClick={props.onClear}>
            Clear
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
