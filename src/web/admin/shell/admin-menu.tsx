import { Avatar, Button, Group, Menu, UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { IconExternalLink, IconLogout, IconUserCircle } from '~/web/ui/icons';
import { ThemeSwitch } from './theme-switch';

const initialsOf = ({ firstName, lastName, email }: CurrentUser) =>
  ((firstName.charAt(0) || email.charAt(0)) + lastName.charAt(0)).toUpperCase();

/** Menu of every section: link to the site, theme, and the signed-in admin. */
export function AdminMenu({ admin }: { admin: CurrentUser }) {
  return (
    <Group gap="xs" wrap="nowrap" style={{ flex: 'none' }}>
      <Button
        component="a"
        href="/"
        target="_blank"
        rel="noopener"
        variant="default"
        size="xs"
        leftSection={<IconExternalLink size={16} aria-hidden />}
        style={{ flex: 'none' }}
      >
        View Site
      </Button>
      <ThemeSwitch />
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <UnstyledButton aria-label={`Account of ${admin.firstName}`}>
            <Avatar
              src={admin.profileImageUrl}
              alt=""
              color="rust"
              variant="filled"
              radius="xl"
              size={36}
            >
              {initialsOf(admin)}
            </Avatar>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {`${admin.firstName} ${admin.lastName}`.trim()}
            {admin.role && `, ${admin.role}`}
          </Menu.Label>
          <Menu.Item
            leftSection={<IconUserCircle size={16} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/admin" search={{ section: 'account' }} />}
          >
            Your account
          </Menu.Item>
          <Menu.Item
            component="a"
            href="/api/logout"
            leftSection={<IconLogout size={16} aria-hidden />}
          >
            Log out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
