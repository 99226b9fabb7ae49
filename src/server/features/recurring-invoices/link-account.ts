import { and, eq, isNull } from 'drizzle-orm';

import type { BuyerOverrides } from '~/contract/documents/documents-schema';
import type { Database } from '~/server/platform/db/client';
import { recurringInvoices } from '~/server/platform/db/schema/recurring-invoices';

/** Returns entered details as they are stored beside an account: null if the record has them all. */
export const storedOverrides = (overrides: BuyerOverrides): BuyerOverrides | null =>
  Object.keys(overrides).length > 0 ? overrides : null;

/** Links a recurring invoice for an entered client to the account that its first issued invoice found or created. */
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
