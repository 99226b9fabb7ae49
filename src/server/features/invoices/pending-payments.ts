import { and, eq, exists, type SQLWrapper } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { payments } from '~/server/platform/db/schema/billing';

type Reader = Pick<Database, 'select'>;

/** Whether a payment of the invoice is begun and undecided: a bank debit, for days. */
export async function isPaymentPending(db: Reader, invoiceId: number): Promise<boolean> {
  const [row] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.invoiceId, invoiceId), eq(payments.status, 'pending')))
    .limit(1);
  return row !== undefined;
}

/** The same in a query, of the payment by an intent. */
export const hasPendingPayment = (db: Reader, intent: SQLWrapper) =>
  exists(
    db
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.stripePaymentIntentId, intent), eq(payments.status, 'pending'))),
  );

/** The same in a query, of the payments of an invoice. */
export const isAnyPending = (db: Reader, invoice: SQLWrapper) =>
  exists(
    db
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.invoiceId, invoice), eq(payments.status, 'pending'))),
  );
