import { eq, sql } from 'drizzle-orm';

import type { Repayment } from '~/contract/billing/payments';
import { formatCents } from '~/contract/common/currencies';
import { AppError } from '~/contract/common/errors';
import type { InvoiceBilling } from '~/server/features/billing/invoice-billing';
import type { Sync } from '~/server/features/billing/sync';
import type { Database } from '~/server/platform/db/client';
import { payments, refunds } from '~/server/platform/db/schema/billing';
import { invoices } from '~/server/platform/db/schema/invoices';
import { fromStripeAmount, toStripeAmount } from './amounts';
import { isInvalidRequest, isMissing } from './failures';
import type { StripeSource } from './stripe';

const codeOf = (error: unknown) => (error as { code?: string }).code;

/** Returns the error to show after the stored payment was updated from Stripe's data. */
function errorOf(error: unknown): unknown {
  if (isMissing(error)) {
    return new AppError(
      'CONFLICT',
      'Stripe does not have this payment: it was made in another mode or account, and can be refunded there alone',
    );
  }
  if (!isInvalidRequest(error)) return error;
  if (codeOf(error) === 'charge_disputed') {
    return new AppError(
      'CONFLICT',
      'The client’s bank disputes this payment, so it cannot be refunded',
    );
  }
  if (codeOf(error) === 'charge_already_refunded') {
    return new AppError('CONFLICT', 'This payment was already refunded in Stripe');
  }
  return new AppError(
    'CONFLICT',
    'Stripe did not accept this refund. Another refund may have been made. Please check the remaining amount',
  );
}

const isRefused = (status: string | null): boolean => status === 'failed' || status === 'canceled';

const refused = () =>
  new AppError(
    'CONFLICT',
    'Stripe could not refund this payment. Please check it in the Stripe dashboard',
  );

/** Rejects a repeated refund. @throws CONFLICT if more was refunded than the admin saw */
export function rejectRepeat(
  payment: { refundedCents: number; currency: string },
  { refundedBefore }: Repayment = {},
): void {
  if (refundedBefore === undefined || refundedBefore === payment.refundedCents) return;
  throw new AppError(
    'CONFLICT',
    `${formatCents(payment.refundedCents, payment.currency)} of this payment has already been refunded. Please check the remaining amount`,
  );
}

/**
 * Returns the amount that a change to a cheaper plan added to the client's Stripe balance. This amount can no longer be
 * refunded.
 */
async function inBalanceOf(
  db: Database,
  { invoiceId }: { invoiceId: number | null },
): Promise<number> {
  if (invoiceId === null) return 0;
  const [invoice] = await db
    .select({ balanceCents: invoices.balanceCents })
    .from(invoices)
    .where(eq(invoices.id, invoiceId));
  return Math.max(0, -(invoice?.balanceCents ?? 0));
}

/**
 * Refunds a payment in full or in part. The idempotency key contains the amount and the number of earlier refunds, so
 * that two concurrent calls make one refund. A later refund of the same amount is still possible, even after a failure
 * at Stripe.
 */
export async function refund(
  db: Database,
  source: StripeSource,
  deps: { sync: Sync; invoices: Pick<InvoiceBilling, 'sync' | 'refundTransfer'> | undefined },
  request: {
    paymentId: number;
    amountCents?: number | undefined;
    repayment?: Repayment | undefined;
  },
): Promise<void> {
  const [payment] = await db.select().from(payments).where(eq(payments.id, request.paymentId));
  if (!payment) throw new AppError('NOT_FOUND', 'Payment not found');
  if (payment.method === 'transfer') {
    await deps.invoices?.refundTransfer(payment.id, request.amountCents, request.repayment);
    return;
  }
  const stripe = await source();
  const { stripePaymentIntentId: intent, refundedCents } = payment;
  rejectRepeat(payment, request.repayment);
  const inBalance = await inBalanceOf(db, payment);
  const left = payment.amountCents - refundedCents - inBalance;
  const amount = toStripeAmount(request.amountCents ?? left, payment.currency);
  const cents = fromStripeAmount(amount, payment.currency);
  if (payment.status !== 'completed' || !intent) {
    throw new AppError('CONFLICT', 'Only what was paid can be refunded');
  }
  if (!(cents > 0 && cents <= left)) {
    throw new AppError(
      'CONFLICT',
      inBalance > 0
        ? `A change of plan has put ${formatCents(inBalance, payment.currency)} of this payment into the client’s balance at Stripe. ${formatCents(Math.max(0, left), payment.currency)} can be refunded`
        : 'This is more than is left of the payment',
    );
  }
  const { reason = '', author = '' } = request.repayment ?? {};
  const [known] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(refunds)
    .where(eq(refunds.paymentId, payment.id));
  // Stores reason and author before the refund, because Stripe's event may arrive before the response.
  await db
    .update(payments)
    .set({ refundReason: reason, refundAuthor: author })
    .where(eq(payments.id, payment.id));
  const failure = await stripe.refunds
    .create(
      { payment_intent: intent, amount },
      { idempotencyKey: `refund:${payment.id}:${refundedCents}:${known?.count ?? 0}:${amount}` },
    )
    .then(({ status }) => (isRefused(status) ? refused() : undefined), errorOf);
  if (failure && !(failure instanceof AppError)) throw failure;
  // Updates the stored payment even after a failure, because it may be outdated.
  if (payment.stripeInvoiceId) {
    await deps.sync.run(stripe, { invoices: [payment.stripeInvoiceId] });
  } else {
    await deps.invoices?.sync(stripe, intent);
  }
  if (failure) throw failure;
}
