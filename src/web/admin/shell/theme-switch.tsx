import { IconContrast } from '@tabler/icons-react';

import { switchTheme } from '~/web/ui/theme';
import { IconAction } from '../ui/icon-action';

export function ThemeSwitch() {
  return (
    <IconAction label="Switch theme" size={36} onClick={switchTheme}>
      <IconContrast size={20} aria-hidden />
    </IconAction>
  );
}
