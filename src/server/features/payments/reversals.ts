import type Stripe from 'stripe';

import { fromStripeAmount } from './amounts';
import { methodOf } from './stripe';

/** Reversed part of a payment, in Stripe's units. */
interface Reversals {
  refunded: number;
  /** Amount of lost disputes, which reduce the payment in the same way as refunds. */
  taken: number;
  /** Time of the latest refund. */
  refundedAt: Date | undefined;
  /** Status of a dispute that needs a response, or else of the newest dispute; empty if there is none. */
  dispute: string;
}

const isOpen = ({ status }: Stripe.Dispute): boolean =>
  status !== 'won' && status !== 'lost' && status !== 'warning_closed' && status !== 'prevented';

/** Returns the reversed part of a payment. @param intent expanded with `latest_charge.refunds` */
async function reversalsOf(
  stripe: Stripe,
  intent: Stripe.PaymentIntent | undefined,
): Promise<Reversals> {
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null;
  // Parts of a payment can be disputed separately.
  const disputes =
    intent && charge?.disputed
      ? (await stripe.disputes.list({ payment_intent: intent.id, limit: 100 })).data
      : [];
  const times = charge?.refunds?.data.map(({ created }) => created) ?? [];
  return {
    refunded: charge?.amount_refunded ?? 0,
    taken: disputes
      .filter(({ status }) => status === 'lost')
      .reduce((sum, { amount }) => sum + amount, 0),
    refundedAt: times.length > 0 ? new Date(Math.max(...times) * 1000) : undefined,
    dispute: (disputes.find(isOpen) ?? disputes[0])?.status ?? '',
  };
}

/** State of a payment that was received, after refunds and disputes. */
export interface Received {
  status: 'completed' | 'refunded' | 'failed';
  refundedCents: number;
  refundedAt: Date | undefined;
  dispute: string;
  failure: string;
  /** True if the bank returned a debit after it had been paid. */
  isReturned: boolean;
}

/**
 * Returns the state of a received payment.
 *
 * @param intent expanded with `latest_charge.refunds` and `payment_method`; undefined if Stripe has none
 * @param amountCents received amount
 */
export async function receivedOf(
  stripe: Stripe,
  intent: Stripe.PaymentIntent | undefined,
  amountCents: number,
): Promise<Received> {
  const { refunded, taken, refundedAt, dispute } = await reversalsOf(stripe, intent);
  const atMost = (amount: number) =>
    Math.min(amountCents, intent ? fromStripeAmount(amount, intent.currency) : 0);
  // The bank's decision on a debit is final, so a returned debit counts as not paid.
  if (methodOf(intent).method === 'debit' && taken > 0 && atMost(taken) === amountCents) {
    return {
      status: 'failed',
      // Includes earlier refunds, because they were paid out.
      refundedCents: atMost(refunded),
      ...{ refundedAt, dispute },
      failure: 'It was returned by the bank.',
      isReturned: true,
    };
  }
  const refundedCents = atMost(refunded + taken);
  const isAllBack = refundedCents > 0 && refundedCents === amountCents;
  return {
    status: isAllBack ? 'refunded' : 'completed',
    ...{ refundedCents, refundedAt, dispute },
    failure: '',
    isReturned: false,
  };
}
