import { z } from 'zod';

import type { TaxScheme } from '~/contract/documents/tax';
import type { TaxCategory } from '~/contract/documents/tax-categories';

/**
 * Returns the key under which the settings store a revenue account: `S` with the tax rate for
 * standard-rated sales, otherwise the tax category.
 */
export const bookingKindOf = (category: TaxCategory, rate: string): string =>
  category === 'S' ? `S ${rate}` : category;

/**
 * Default revenue accounts from SKR03, the chart of accounts that most small businesses in Germany
 * use. Accounts 8400 and 8300 calculate the tax automatically. Tax rates of other countries have no
 * default account. Exempt sales only have one for small businesses, because the account depends on
 * the reason for the exemption.
 */
export const defaultAccountsOf = (scheme: TaxScheme): Readonly<Record<string, string>> => ({
  'S 19': '8400',
  'S 7': '8300',
  Z: '8200',
  ...(scheme === 'small_business' && { E: '8195' }),
  AE: '8336',
  K: '8125',
  G: '8120',
  O: '8338',
});

const kinds = /^(S \d{1,2}(\.\d{1,3})?|Z|E|AE|K|G|O)$/;
const accountMessage = 'An account has 4 to 8 digits, one less than that of the clients at most';

/** Settings of the booking batch for DATEV. */
const datevSchema = z
  .object({
    /** Consultant number, assigned by the tax adviser; empty if not assigned yet. */
    consultant: z
      .string()
      .trim()
      .regex(/^([1-9]\d{3,6})?$/, 'A consultant number has 4 to 7 digits'),
    client: z
      .string()
      .trim()
      .regex(/^([1-9]\d{0,4})?$/, 'A client number has up to 5 digits'),
    /** Collective receivables account for all clients. Revenue accounts have one digit less. */
    debtor: z
      .string()
      .trim()
      .regex(/^[1-9]\d{4,8}$/, 'The account of the clients has 5 to 9 digits'),
    /** Revenue accounts, by kind of revenue; omitted kinds use the default. */
    accounts: z
      .record(
        z.string().regex(kinds, 'This is no kind of revenue'),
        z
          .string()
          .trim()
          .regex(/^\d{4,8}$/, accountMessage),
      )
      .refine((accounts) => Object.keys(accounts).length <= 40, 'Please keep this to 40 accounts'),
  })
  .check(({ value, issues }) => {
    for (const [kind, account] of Object.entries(value.accounts)) {
      if (account.length < value.debtor.length) continue;
      const path = ['accounts', kind];
      issues.push({ code: 'custom', message: accountMessage, path, input: account });
    }
  });
export type Datev = z.output<typeof datevSchema>;

/** Settings for the accountant. */
export const accountingSettingSchema = z.object({ datev: datevSchema });
export type AccountingSetting = z.output<typeof accountingSettingSchema>;

export const neutralAccounting: AccountingSetting = {
  datev: { consultant: '', client: '', debtor: '10000', accounts: {} },
};

/**
 * Returns a revenue account, padded with zeros on the right to the length of the chart of accounts,
 * as DATEV does.
 */
export const accountOf = ({ accounts, debtor }: Datev, kind: string): string | undefined =>
  accounts[kind]?.padEnd(debtor.length - 1, '0');
