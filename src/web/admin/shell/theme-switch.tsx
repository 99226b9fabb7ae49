import { ActionIcon } from '@mantine/core';
import { IconContrast } from '@tabler/icons-react';

import { switchTheme } from '~/web/ui/theme';

export function ThemeSwitch() {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={36}
      aria-label="Switch theme"
      onClick={switchTheme}
    >
      <IconContrast size={20} aria-hidden />
    </ActionIcon>
  );
}
