import { isDeepStrictEqual } from 'node:util';

import type { ClientChanges } from '~/contract/admin/admin-schema';
import { countryName } from '~/contract/common/country-names';
import { AppError, changedMeanwhile } from '~/contract/common/errors';
import type { BillingProfile, BillingProfileChanges } from '~/contract/companies/companies-schema';
import { buyerOnRecord } from './billing-profile';
import type { Transaction, UserRow } from './locks';

type Fields = Record<string, unknown>;

/** Returns the fields that have neither the expected nor the new value. */
function changedSince(now: Fields, expected: Fields, changes: Fields): string[] {
  const isSame = (one: unknown, other: unknown) => isDeepStrictEqual(one || null, other || null);
  return Object.keys(expected).filter(
    (field) =>
      expected[field] !== undefined &&
      !isSame(expected[field], now[field]) &&
      !(field in changes && isSame(changes[field], now[field])),
  );
}

/**
 * Rejects the agency's change of a client that was based on other data.
 *
 * @throws CONFLICT if a field no longer has the expected value
 */
export async function rejectUnexpected(
  tx: Transaction,
  client: UserRow,
  { expected, billing = {}, ...person }: ClientChanges,
): Promise<void> {
  if (!expected) return;
  const { companyId, billing: expectedBilling = {}, ...others } = expected;
  // If no phone was entered, the panel shows the phone of a lead.
  const phone = client.phone || others.phone;
  const buyer = await buyerOnRecord(tx, client.id);
  // The email for invoices defaults to the account's email.
  const withDefault = <Fields extends { email?: string | undefined }>(fields: Fields) =>
    fields.email === client.email ? { ...fields, email: '' } : fields;
  const fields = [
    ...changedSince({ companyId: client.companyId }, { companyId }, {}),
    ...changedSince({ ...client, phone }, others, person),
    ...changedSince(withDefault(buyer), withDefault(expectedBilling), withDefault(billing)),
  ];
  if (fields.length > 0) throw new AppError('CONFLICT', changedMeanwhile);
}

/**
 * Rejects a client's change of billing data that was based on other data.
 *
 * @throws CONFLICT that names the fields with their current values
 */
export function rejectOutdated(
  now: BillingProfile,
  { expected: { companyId, ...expected } = {}, ...changes }: BillingProfileChanges,
): void {
  const about = (fields: string[], messageOf: (field: string) => string) => ({
    issues: fields.map((path) => ({ path, message: messageOf(path) })),
  });
  if (companyId !== undefined && companyId !== now.companyId) {
    const whose =
      now.companyId === null ? 'your own billing data' : `the billing data of ${now.company}`;
    throw new AppError(
      'CONFLICT',
      `Not saved: your invoices use ${whose} now. Please check it before you save again.`,
      about(Object.keys(changes), () => `Save again to change ${whose}`),
    );
  }
  const fields = changedSince(now, expected, changes);
  if (fields.length === 0) return;
  const shown = (field: string) => {
    const value = String((now as Fields)[field] ?? '');
    return field === 'country' ? countryName(value) : value;
  };
  throw new AppError(
    'CONFLICT',
    'Not saved: your billing data was changed in the meantime. Please check it.',
    about(fields, (field) =>
      shown(field)
        ? `Changed to “${shown(field)}” in the meantime. Save again to replace it`
        : 'Removed in the meantime. Save again to add it',
    ),
  );
}
