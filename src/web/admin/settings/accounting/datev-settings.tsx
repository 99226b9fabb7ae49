import { SimpleGrid, Text, TextInput } from '@mantine/core';

import {
  type AccountingSetting,
  bookingKindOf,
  defaultAccountsOf,
} from '~/contract/accounting/datev-schema';
import {
  type TaxCategory,
  taxCategories,
  taxCategoryNames,
} from '~/contract/documents/tax-categories';
import type { AllSettings } from '~/contract/settings/settings-form-schema';
import { SettingForm } from '~/web/admin/form/setting-form';

/** Returns the value to store. Empty accounts are omitted, so that the defaults apply. */
const toValue = ({ datev }: AccountingSetting): AccountingSetting => ({
  datev: {
    ...datev,
    accounts: Object.fromEntries(
      Object.entries(datev.accounts).filter(([, account]) => account.trim()),
    ),
  },
});

const nameOf = (kind: string): string =>
  kind.startsWith('S ')
    ? `${taxCategoryNames.S}, ${kind.slice(2)}%`
    : taxCategoryNames[kind as TaxCategory];

/** Returns the kinds of revenue that can be booked: common rates, rates of the tax settings, and kinds with an account. */
function kindsOf({ tax, accounting }: AllSettings): string[] {
  const { standardRate, reducedRates } = tax.value;
  const rates = ['19', '7', standardRate, ...reducedRates].filter((rate) => Number(rate) > 0);
  const others = taxCategories.filter((category) => category !== 'S');
  const known = Object.keys(accounting.value.datev.accounts);
  return [...new Set([...rates.map((rate) => bookingKindOf('S', rate)), ...others, ...known])];
}

/** Form for consultant number, client number and accounts of the booking batch. */
export function DatevSettings({ settings }: { settings: AllSettings }) {
  const kinds = kindsOf(settings);
  return (
    <SettingForm
      settingKey="accounting"
      title="Booking batch for DATEV"
      note="Ask your tax adviser for these numbers. Empty accounts use the SKR03 defaults shown in gray."
      setting={settings.accounting}
      toValue={toValue}
      fields={({ draft: { datev }, errorOf, set }) => [
        [
          { name: 'datev.consultant', label: 'Consultant number', inputMode: 'numeric' },
          { name: 'datev.client', label: 'Client number', inputMode: 'numeric' },
          { name: 'datev.debtor', label: 'Clients account', inputMode: 'numeric' },
        ],
        <div key="accounts">
          <Text fz="sm" fw={500}>
            Revenue accounts
          </Text>
          <Text fz="sm" c="dimmed" mb="md">
            One per tax. Items without an account are left out of the batch and listed in
            problems.txt. Exempt sales of a regular business usually go to 8100.
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }}>
            {kinds.map((kind) => (
              <TextInput
                key={kind}
                label={nameOf(kind)}
                inputMode="numeric"
                placeholder={defaultAccountsOf(settings.tax.value.scheme)[kind]}
                value={datev.accounts[kind] ?? ''}
                error={errorOf(`datev.accounts.${kind}`)}
                onChange={({ currentTarget }) =>
                  set('datev', {
                    ...datev,
                    accounts: { ...datev.accounts, [kind]: currentTarget.value },
                  })
                }
              />
            ))}
          </SimpleGrid>
        </div>,
      ]}
    />
  );
}
