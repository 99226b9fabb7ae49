import { eq, sql } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { payments, refunds } from '~/server/platform/db/schema/billing';
import { emitPayment } from './payment.rows';

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export type PaymentRow = typeof payments.$inferSelect;
type NewPayment = typeof payments.$inferInsert;

/** Columns of a payment that Stripe reports; the rest of its row is set once. */
type PaymentReading = Pick<
  PaymentRow,
  'amountCents' | 'refundedCents' | 'currency' | 'status' | 'dispute' | 'failure' | 'paidAt'
> &
  Partial<
    Pick<
      PaymentRow,
      'method' | 'methodType' | 'reversedAt' | 'returnedAt' | 'stripePaymentIntentId'
    >
  > & {
    /** When Stripe made the last refund; undefined without one. */
    refundedAt?: Date | undefined;
  };

/** A payment before and after a reading. */
export interface WrittenPayment {
  before: PaymentRow | undefined;
  after: PaymentRow;
}

/**
 * Writes a payment read from Stripe, of a plan or of an invoice.
 *
 * @param before its row; without one, the caller has locked what prevents a duplicate, such as the invoice or the client
 * @param rest of a new row
 * @returns undefined if a later read was written
 */
export async function writePayment(
  tx: Transaction,
  before: PaymentRow | undefined,
  reading: PaymentReading & { readAt: Date },
  rest: Omit<NewPayment, keyof PaymentReading>,
): Promise<WrittenPayment | undefined> {
  const { readAt, refundedAt, ...read } = reading;
  if (before && before.syncedAt > readAt) return undefined;
  const state = { ...read, syncedAt: readAt, updatedAt: new Date() };
  const [after] = before
    ? await tx.update(payments).set(state).where(eq(payments.id, before.id)).returning()
    : await tx
        .insert(payments)
        .values({ ...rest, ...state })
        .returning();
  if (after && after.refundedCents !== (before?.refundedCents ?? 0)) {
    await addRefund(tx, after, refundedAt);
  }
  if (after) await emitPayment(tx, before, after);
  return after && { before, after };
}

/**
 * Adds the part of the refunded amount that has no row yet; negative if the bank decided a dispute again.
 * @param refundedAt when Stripe made it: its event can arrive days later
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
