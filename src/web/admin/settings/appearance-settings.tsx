import { ColorInput, Group } from '@mantine/core';

import type { AllSettings } from '~/contract/settings/settings-form-schema';
import { SettingForm } from '~/web/admin/form/setting-form';

/** Default colors, shown until the agency chooses others. */
const start = { accent: '#b4471a', paper: '#fbf8f2' };

const colors = [
  ['accent', 'Accent', 'Buttons, links and icons.'],
  ['paper', 'Background', 'Background of the light theme. Its hue also tints the dark theme.'],
] as const;

/** Form for the two colors from which all other colors of the site are derived. */
export function AppearanceSettings({ settings }: { settings: AllSettings }) {
  return (
    <SettingForm
      settingKey="appearance"
      title="Colors"
      note="All colors of pages, panel, emails and share images come from these two and stay readable. Reload open pages to see changes."
      setting={settings.appearance}
      draftOf={(value) => ({ isOwn: value !== null, ...(value ?? start) })}
      toValue={({ isOwn, accent, paper }) => (isOwn ? { accent, paper } : null)}
      fields={({ draft, errorOf, set }) => [
        { kind: 'switch', name: 'isOwn', label: 'Custom colors' },
        draft.isOwn && (
          <Group key="colors" align="start" grow>
            {colors.map(([name, label, description]) => (
              <ColorInput
                key={name}
                label={label}
                description={description}
                format="hex"
                eyeDropperButtonProps={{ 'aria-label': `Pick ${label} from the screen` }}
                value={draft[name]}
                error={errorOf(name)}
                onChange={(value) => set(name, value)}
              />
            ))}
          </Group>
        ),
      ]}
    />
  );
}
