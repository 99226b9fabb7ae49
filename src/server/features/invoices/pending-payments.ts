import { and, eq, exists, ne, notExists, type SQLWrapper, sql } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { payments } from '~/server/platform/db/schema/billing';
import { invoiceIntents } from '~/server/platform/db/schema/invoices';

type Reader = Pick<Database, 'select'>;

/** Begun, and not decided at Stripe: nothing more is heard of an intent that is settled. */
const isPending = (db: Reader) =>
  and(
    eq(payments.status, 'pending'),
    notExists(
      db
        .select({ id: invoiceIntents.id })
        .from(invoiceIntents)
        .where(
          sql`${invoiceIntents.stripeId} = ${payments.stripePaymentIntentId} and ${invoiceIntents.settledAt} is not null`,
        ),
    ),
  );

/**
 * Whether a payment of the invoice is pending: a bank debit is, for days.
 *
 * @param besides an intent at Stripe that does not count
 */
export async function isPaymentPending(
  db: Reader,
  invoiceId: number,
  besides?: string,
): Promise<boolean> {
  const [row] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        eq(payments.invoiceId, invoiceId),
        besides ? ne(payments.stripePaymentIntentId, besides) : undefined,
        isPending(db),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** In a query, whether a payment of an invoice or by an intent is pending. */
export const hasPendingPayment = (
  db: Reader,
  of: { invoice: SQLWrapper } | { intent: SQLWrapper },
) =>
  exists(
    db
      .select({ id: payments.id })
      .from(payments)
      .where(
        and(
          'invoice' in of
            ? eq(payments.invoiceId, of.invoice)
            : eq(payments.stripePaymentIntentId, of.intent),
          isPending(db),
        ),
      ),
  );

/** Debits per invoice: each blocks other payments while it is pending, and anyone with the link can begin one. */
const debitsMax = 3;

/** Whether another debit of the invoice can be begun. */
export async function mayDebit(db: Reader, invoiceId: number): Promise<boolean> {
  const begun = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.invoiceId, invoiceId), eq(payments.method, 'debit')))
    .limit(debitsMax);
  return begun.length < debitsMax;
}
