import type Stripe from 'stripe';

import type { OnlineMethod } from './stripe';

/** Reversed part of a payment, in Stripe's units. */
export interface Reversals {
  refunded: number;
  /** Amount of lost disputes, which reduce the payment in the same way as refunds. */
  taken: number;
  /** Time of the last refund. */
  refundedAt: Date | undefined;
  /** Status of a dispute: of the one that needs a response, or else of the newest; empty if there is none. */
  dispute: string;
}

const isOpen = ({ status }: Stripe.Dispute): boolean =>
  status !== 'won' && status !== 'lost' && status !== 'warning_closed' && status !== 'prevented';

/** Returns whether the bank returned a debit, which is final: the debit counts as not paid. */
export const isReturnedDebit = (
  method: OnlineMethod,
  takenCents: number,
  amountCents: number,
): boolean => method === 'debit' && takenCents > 0 && takenCents >= amountCents;

export const returnedFailure = 'It was returned by the bank.';

/** Returns the reversed part of a payment. @param intent expanded with `latest_charge.refunds` */
export async function reversalsOf(
  stripe: Stripe,
  intent: Stripe.PaymentIntent | undefined,
): Promise<Reversals> {
  const charge = typeof intent?.latest_charge === 'object' ? intent.latest_charge : null;
  // A payment can be disputed several times, in parts.
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
