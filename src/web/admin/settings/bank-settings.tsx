import { Switch, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { AllSettings } from '~/contract/settings/settings-form-schema';
import type { BankSettings } from '~/contract/settings/settings-schema';
import { SettingForm } from '~/web/admin/form/setting-form';

/** What becomes of imported bank statements. */
export function BankSettingsForm({ settings }: { settings: AllSettings }) {
  return (
    <SettingForm
      settingKey="bank"
      title="Bank statements"
      note="Payments by transfer, booked from statements of your bank."
      setting={settings.bank}
      draftOf={(bank: BankSettings) => bank}
      toValue={(bank) => bank}
    >
      {(form) => (
        <>
          <Switch
            label="Book sure matches at once"
            description="An entry that names exactly one open invoice and pays exactly what is left of it. All others wait for a click."
            checked={form.draft.bookSureMatches}
            onChange={(event) => form.set('bookSureMatches', event.currentTarget.checked)}
          />
          <Text fz="sm">
            <Link
              to="/admin"
              search={{ section: 'payments', tab: 'statements' }}
              className="row-link"
            >
              Import and book statements
            </Link>
          </Text>
        </>
      )}
    </SettingForm>
  );
}
