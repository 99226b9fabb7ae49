import { eq, sql } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { payments } from '~/server/platform/db/schema/billing';

type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

export type PaymentRow = typeof payments.$inferSelect;
type NewPayment = typeof payments.$inferInsert;

/** What Stripe says of a payment; the rest of its row is set once. */
type PaymentReading = Pick<
  PaymentRow,
  'amountCents' | 'refundedCents' | 'currency' | 'status' | 'dispute' | 'failure' | 'paidAt'
> &
  Partial<Pick<PaymentRow, 'method' | 'reversedAt' | 'returnedAt' | 'stripePaymentIntentId'>> & {
    /** When Stripe made the last refund; undefined where it says none. */
    refundedAt?: Date | undefined;
  };

/** A payment before and after a reading. */
export interface WrittenPayment {
  before: PaymentRow | undefined;
  after: PaymentRow;
}

/**
 * Writes what was read of a payment at Stripe, be it of a plan or of an invoice.
 *
 * @param before its row; where there is none, the caller has locked what keeps another from being made, such as the invoice or the client
 * @param rest of a new row
 * @returns undefined where a later reading was written
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
  if (after && refundedAt && after.refundedCents > (before?.refundedCents ?? 0)) {
    // A trigger has made its row, with the time of this reading: an event can come days after the refund.
    await tx.execute(sql`
      update refunds set refunded_at = least(refunded_at, ${refundedAt.toISOString()})
      where id = (select max(id) from refunds where payment_id = ${after.id})`);
  }
  return after && { before, after };
}
