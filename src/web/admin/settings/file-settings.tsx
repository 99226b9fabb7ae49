import { NumberInput } from '@mantine/core';

import { quotaMbMax } from '~/contract/files/files';
import type { FileSettings } from '~/contract/files/files-schema';
import type { AllSettings } from '~/contract/settings/settings-form-schema';
import { SettingForm } from '~/web/admin/form/setting-form';

/** How much room the files of one client may take up. */
export function FileSettingsForm({ settings }: { settings: AllSettings }) {
  return (
    <SettingForm
      settingKey="files"
      title="Client files"
      note="Files in request messages. Lowering the limit keeps existing files."
      setting={settings.files}
      draftOf={(files: FileSettings) => files}
      toValue={(draft) => draft}
    >
      {(form) => (
        <NumberInput
          label="Storage per client"
          description="1024 MiB = 1 GiB"
          suffix=" MiB"
          min={1}
          max={quotaMbMax}
          allowDecimal={false}
          thousandSeparator=" "
          maw="16rem"
          value={form.draft.quotaMb}
          error={form.errorOf('quotaMb')}
          onChange={(value) => form.set('quotaMb', Number(value))}
        />
      )}
    </SettingForm>
  );
}
