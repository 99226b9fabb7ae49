import { IconAction } from '~/web/admin/ui/icon-action';
import { IconContrast } from '~/web/ui/icons';
import { switchTheme } from '~/web/ui/theme';

export function ThemeSwitch() {
  return (
    <IconAction label="Switch theme" size={36} onClick={switchTheme}>
      <IconContrast size={20} aria-hidden />
    </IconAction>
  );
}
