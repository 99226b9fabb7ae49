import { and, eq, exists, ne, notExists, type SQLWrapper, sql } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { payments } from '~/server/platform/db/schema/billing';
import { documentEvents, invoiceIntents } from '~/server/platform/db/schema/invoices';

type Reader = Pick<Database, 'select'>;

/** Begun, and not decided by Stripe: nothing more is heard of an intent that is settled. */
const isUndecided = (db: Reader) =>
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
 * Whether a payment of the invoice is begun and undecided: a bank debit, for days.
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
        isUndecided(db),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** Of one invoice: who begins debits that fail again and again would keep all others from paying. */
const debitsMost = 3;

export async function mayDebit(db: Reader, invoiceId: number): Promise<boolean> {
  const begun = await db
    .select({ id: documentEvents.id })
    .from(documentEvents)
    .where(and(eq(documentEvents.invoiceId, invoiceId), eq(documentEvents.kind, 'payment_pending')))
    .limit(debitsMost);
  return begun.length < debitsMost;
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
      .where(and(eq(payments.invoiceId, invoice), isUndecided(db))),
  );
