import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';

import { Refusal } from '~/contract/errors';
import type { Database } from '../db/client';
import { payments } from '../db/schema/billing';
import { fromStripeAmount, toStripeAmount } from './amounts';
import type { Sync } from './sync';

/**
 * Gives a payment back, all of it or a part. The key names what had been given back before: asked twice
 * at once it is one refund, and a second one of the same amount is still possible after.
 */
export async function refund(
  db: Database,
  stripe: Stripe,
  sync: Sync,
  asked: { paymentId: number; amountCents?: number | undefined },
): Promise<void> {
  const [payment] = await db.select().from(payments).where(eq(payments.id, asked.paymentId));
  if (!payment) throw new Refusal('NOT_FOUND', 'There is no such payment');
  const { stripePaymentIntentId: intent, refundedCents } = payment;
  const left = payment.amountCents - refundedCents;
  const amount = toStripeAmount(asked.amountCents ?? left, payment.currency);
  const cents = fromStripeAmount(amount, payment.currency);
  if (payment.status !== 'completed' || !intent) {
    throw new Refusal('CONFLICT', 'Only what was paid can be refunded');
  }
  if (!(cents > 0 && cents <= left)) {
    throw new Refusal('CONFLICT', 'This is more than is left of the payment');
  }
  await stripe.refunds.create(
    { payment_intent: intent, amount },
    { idempotencyKey: `refund:${payment.id}:${refundedCents}:${amount}` },
  );
  await sync.run(stripe, { invoices: [payment.stripeInvoiceId] });
}
