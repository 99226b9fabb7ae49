import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';

import { IconChevronDown } from '~/web/ui/icons';

/** Menu of the actions on a record besides the primary one. */
export function MoreMenu({ children }: { children: ReactNode }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}
