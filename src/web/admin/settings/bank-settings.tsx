import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';

import type { AllSettings } from '~/contract/settings/settings-form-schema';
import { SettingForm } from '~/web/admin/form/setting-form';

/** Handling of imported bank statements. */
export function BankSettingsForm({ settings }: { settings: AllSettings }) {
  return (
    <SettingForm
      settingKey="bank"
      title="Bank statements"
      note="Match bank transfers from your bank statements to invoices."
      setting={settings.bank}
      fields={[
        {
          kind: 'switch',
          name: 'bookSureMatches',
          label: 'Match exact payments automatically',
          description:
            'When an entry names one open invoice and pays its exact balance. All others need your confirmation.',
        },
        <Text key="import" fz="sm">
          <Link
            to="/admin"
            search={{ section: 'payments', tab: 'statements' }}
            className="row-link"
          >
            Import statements
          </Link>
        </Text>,
      ]}
    />
  );
}
