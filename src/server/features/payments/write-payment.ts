import { eq, sql } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { payments, refunds } from '~/server/platform/db/schema/billing';
import { emitPayment } from './payment.rows';

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export type PaymentRow = typeof payments.$inferSelect;
type NewPayment = typeof payments.$inferInsert;

/** Columns of a payment that Stripe reports. The other columns are set once. */
type PaymentReading = Pick<
  PaymentRow,
  | 'amountCents'
  | 'refundedCents'
  | 'currency'
  | 'method'
  | 'methodType'
  | 'status'
  | 'dispute'
  | 'failure'
  | 'paidAt'
  | 'stripePaymentIntentId'
> & {
  /** Time of the last refund at Stripe; undefined if there is none. */
  refundedAt?: Date | undefined;
  /** Billing data of a new charge of a plan; undefined to keep the stored data. */
  taxedBuyer?: PaymentRow['taxedBuyer'] | undefined;
  /** True if the bank returned a debit after it had been paid. */
  isReturned: boolean;
};

/** A payment before and after it was updated. */
export interface WrittenPayment {
  before: PaymentRow | undefined;
  after: PaymentRow;
}

/**
 * Writes a payment of a plan or an invoice as read from Stripe.
 *
 * @param before the payment's current row. If there is none, the caller has locked a row that prevents a duplicate,
 * such as that of the invoice or the client.
 * @param rest other columns of a new row
 * @returns undefined if a later state was already written
 */
export async function writePayment(
  tx: Transaction,
  before: PaymentRow | undefined,
  reading: PaymentReading & { readAt: Date },
  rest: Omit<NewPayment, keyof PaymentReading | 'reversedAt' | 'returnedAt'>,
): Promise<WrittenPayment | undefined> {
  const { readAt, refundedAt, isReturned, ...read } = reading;
  if (before && before.syncedAt > readAt) return undefined;
  const state = {
    ...read,
    reversedAt: isReturned ? (before?.reversedAt ?? readAt) : null,
    returnedAt: isReturned ? (before?.returnedAt ?? readAt) : null,
    syncedAt: readAt,
    updatedAt: new Date(),
  };
  const [after] = before
    ? await tx.update(payments).set(state).where(eq(payments.id, before.id)).returning()
    : await tx
        .insert(payments)
        .values({ ...rest, ...state })
        .returning();
  if (after && after.refundedCents !== (before?.refundedCents ?? 0)) {
    await addRefund(tx, after, refundedAt);
  }
  if (before?.returnedAt && !isReturned) await keepReturn(tx, before.returnedAt, before);
  if (after) await emitPayment(tx, before, after);
  return after && { before, after };
}

/**
 * Adds a refund at the time of the return, and its reversal now, for a returned payment that arrived after all. The
 * totals of the days in between therefore do not change.
 */
async function keepReturn(
  tx: Transaction,
  returnedAt: Date,
  { id: paymentId, amountCents: cents }: PaymentRow,
): Promise<void> {
  const [gone] = await tx
    .insert(refunds)
    .values({ paymentId, cents, refundedAt: returnedAt, createdAt: returnedAt })
    .returning({ id: refunds.id });
  await tx.insert(refunds).values({ paymentId, cents: -cents, takesBackId: gone?.id ?? null });
}

/**
 * Adds a row for a refunded amount that is not stored yet. The amount is negative if the bank changed its decision
 * about a dispute.
 *
 * @param refundedAt time of the refund at Stripe, because its event can arrive days later
 */
async function addRefund(
  tx: Transaction,
  { id: paymentId, refundedCents }: PaymentRow,
  refundedAt: Date | undefined,
): Promise<void> {
  const [known] = await tx
    .select({ cents: sql`coalesce(sum(${refunds.cents}), 0)`.mapWith(Number) })
    .from(refunds)
    .where(eq(refunds.paymentId, paymentId));
  const cents = refundedCents - (known?.cents ?? 0);
  if (cents === 0) return;
  const isPast = cents > 0 && refundedAt && refundedAt.getTime() < Date.now();
  await tx.insert(refunds).values({ paymentId, cents, ...(isPast && { refundedAt }) });
}
