import { ColorInput, Group, Switch } from '@mantine/core';

import type { AllSettings } from '~/contract/settings/settings-form-schema';
import type { Appearance } from '~/contract/settings/settings-schema';
import { SettingForm } from '~/web/admin/form/setting-form';

/** The default ones, to begin with. */
const start = { accent: '#b4471a', paper: '#fbf8f2' };

interface Draft {
  isOwn: boolean;
  accent: string;
  paper: string;
}

const fields = [
  ['accent', 'Accent', 'Buttons, links and icons.'],
  ['paper', 'Background', 'Background of the light theme. Its hue also tints the dark theme.'],
] as const;

/** The two colours that all others of the site are made of. */
export function AppearanceSettings({ settings }: { settings: AllSettings }) {
  return (
    <SettingForm
      settingKey="appearance"
      title="Colors"
      note="All colors of pages, panel, emails and share images come from these two and stay readable. Reload open pages to see changes."
      setting={settings.appearance}
      draftOf={(value: Appearance): Draft => ({ isOwn: value !== null, ...(value ?? start) })}
      toValue={({ isOwn, accent, paper }) => (isOwn ? { accent, paper } : null)}
    >
      {(form) => (
        <>
          <Switch
            label="Custom colors"
            checked={form.draft.isOwn}
            onChange={(event) => form.set('isOwn', event.currentTarget.checked)}
          />
          {form.draft.isOwn && (
            <Group align="start" grow>
              {fields.map(([name, label, description]) => (
                <ColorInput
                  key={name}
                  label={label}
                  description={description}
                  format="hex"
                  eyeDropperButtonProps={{ 'aria-label': `Pick ${label} from the screen` }}
                  value={form.draft[name]}
                  error={form.errorOf(name)}
                  onChange={(value) => form.set(name, value)}
                />
              ))}
            </Group>
          )}
        </>
      )}
    </SettingForm>
  );
}
