import { and, eq, exists, type SQLWrapper } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { payments } from '~/server/platform/db/schema/billing';

type Reader = Pick<Database, 'select'>;

const pendingOf = (db: Reader, invoice: SQLWrapper | number) =>
  db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.invoiceId, invoice), eq(payments.status, 'pending')));

/** Whether a payment of the invoice is pending at Stripe. Bank debits are, for days. */
export async function isPaymentPending(db: Reader, invoiceId: number): Promise<boolean> {
  return (await pendingOf(db, invoiceId).limit(1)).length > 0;
}

/** SQL condition: a payment of the invoice is pending. */
export const hasPendingPayment = (db: Reader, { invoice }: { invoice: SQLWrapper }) =>
  exists(pendingOf(db, invoice));
