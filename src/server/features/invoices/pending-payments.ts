import { and, eq } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { payments } from '~/server/platform/db/schema/billing';

/** Returns whether a payment of the invoice is pending at Stripe. Bank debits are pending for days. */
export async function isPaymentPending(
  db: Pick<Database, 'select'>,
  invoiceId: number,
): Promise<boolean> {
  const rows = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.invoiceId, invoiceId), eq(payments.status, 'pending')))
    .limit(1);
  return rows.length > 0;
}
