import { quotaMbMax } from '~/contract/files/files';
import type { AllSettings } from '~/contract/settings/settings-form-schema';
import { SettingForm } from '~/web/admin/form/setting-form';

/** Form for the maximum storage for the files of one client. */
export function FileSettingsForm({ settings }: { settings: AllSettings }) {
  return (
    <SettingForm
      settingKey="files"
      title="Client files"
      note="Files in request messages. Lowering the limit keeps existing files."
      setting={settings.files}
      fields={[
        {
          kind: 'number',
          name: 'quotaMb',
          label: 'Storage per client',
          description: '1024 MiB = 1 GiB',
          suffix: ' MiB',
          thousandSeparator: ' ',
          min: 1,
          max: quotaMbMax,
          maw: '16rem',
        },
      ]}
    />
  );
}
