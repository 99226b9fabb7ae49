import { and, eq, isNull } from 'drizzle-orm';

import type { BuyerOverrides } from '~/contract/documents/documents-schema';
import type { Database } from '~/server/platform/db/client';
import { recurringInvoices } from '~/server/platform/db/schema/recurring-invoices';

/** Returns the entered details that differ from the account's record, in the stored form: null if there are none. */
export const storedOverrides = (overrides: BuyerOverrides): BuyerOverrides | null =>
  Object.keys(overrides).length > 0 ? overrides : null;

/**
 * Links a recurring invoice whose client was entered manually to the account that was found or created when its first
 * invoice was issued.
 */
export async function linkAccount(
  tx: Pick<Database, 'update'>,
  recurringInvoiceId: number,
  owner: { userId: string; companyId: number | null },
  overrides: BuyerOverrides,
): Promise<void> {
  const { id, userId } = recurringInvoices;
  await tx
    .update(recurringInvoices)
    .set({ ...owner, buyer: storedOverrides(overrides) })
    .where(and(eq(id, recurringInvoiceId), isNull(userId)));
}
