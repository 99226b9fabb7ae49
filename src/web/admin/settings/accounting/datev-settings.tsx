import { SimpleGrid, Text, TextInput } from '@mantine/core';

import {
  type AccountingSetting,
  bookingKindOf,
  type Datev,
  defaultAccounts,
} from '~/contract/accounting/datev-schema';
import {
  type TaxCategory,
  taxCategories,
  taxCategoryNames,
} from '~/contract/documents/tax-categories';
import type { AllSettings } from '~/contract/settings/settings-form-schema';
import { SettingForm } from '~/web/admin/form/setting-form';
import { textProps } from '~/web/admin/form/text-props';

const draftOf = ({ datev }: AccountingSetting): Datev => datev;

/** An account that is left empty is the default one. */
const toValue = ({ accounts, ...datev }: Datev): AccountingSetting => ({
  datev: {
    ...datev,
    accounts: Object.fromEntries(Object.entries(accounts).filter(([, account]) => account.trim())),
  },
});

const nameOf = (kind: string): string =>
  kind.startsWith('S ')
    ? `${taxCategoryNames.S}, ${kind.slice(2)}%`
    : taxCategoryNames[kind as TaxCategory];

/** The kinds of revenue that can be booked: the usual rates, those of the tax settings, and those that have an account. */
function kindsOf({ tax, accounting }: AllSettings): string[] {
  const { standardRate, reducedRates } = tax.value;
  const rates = ['19', '7', standardRate, ...reducedRates].filter((rate) => Number(rate) > 0);
  const others = taxCategories.filter((category) => category !== 'S');
  const known = Object.keys(accounting.value.datev.accounts);
  return [...new Set([...rates.map((rate) => bookingKindOf('S', rate)), ...others, ...known])];
}

/** The numbers and accounts with which the booking batch is written. */
export function DatevSettings({ settings }: { settings: AllSettings }) {
  const kinds = kindsOf(settings);
  return (
    <SettingForm
      settingKey="accounting"
      title="Booking batch for DATEV"
      note="Ask your tax adviser for these numbers. Empty accounts use the SKR03 defaults shown in gray."
      setting={settings.accounting}
      draftOf={draftOf}
      toValue={toValue}
    >
      {(form) => {
        const texts = textProps(form);
        const { accounts } = form.draft;
        return (
          <>
            <SimpleGrid cols={{ base: 1, sm: 3 }}>
              <TextInput
                label="Consultant number"
                inputMode="numeric"
                {...texts('consultant')}
                error={form.errorOf('datev.consultant')}
              />
              <TextInput
                label="Client number"
                inputMode="numeric"
                {...texts('client')}
                error={form.errorOf('datev.client')}
              />
              <TextInput
                label="Clients account"
                inputMode="numeric"
                {...texts('debtor')}
                error={form.errorOf('datev.debtor')}
              />
            </SimpleGrid>
            <div>
              <Text fz="sm" fw={500}>
                Revenue accounts
              </Text>
              <Text fz="sm" c="dimmed">
                One per tax. Items without an account are left out of the batch and listed in
                problems.txt. Exempt sales of a regular business usually go to 8100.
              </Text>
            </div>
            <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }}>
              {kinds.map((kind) => (
                <TextInput
                  key={kind}
                  label={nameOf(kind)}
                  inputMode="numeric"
                  placeholder={defaultAccounts[kind]}
                  value={accounts[kind] ?? ''}
                  error={form.errorOf(`datev.accounts.${kind}`)}
                  onChange={(event) =>
                    form.set('accounts', { ...accounts, [kind]: event.currentTarget.value })
                  }
                />
              ))}
            </SimpleGrid>
          </>
        );
      }}
    </SettingForm>
  );
}
