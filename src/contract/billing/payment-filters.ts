import { paymentStatuses } from './payments';

/** `partially_refunded` is not a stored status: a completed payment of which a part was refunded. */
export const paymentFilters = [...paymentStatuses, 'partially_refunded'] as const;
export type PaymentFilter = (typeof paymentFilters)[number];

/** Returns the displayed status: a payment returned after it was received has not failed. */
export function shownPaymentStatus(payment: {
  status: string;
  isReversed: boolean;
  isReturned: boolean;
  /** Decimal amount. */
  refunded: string;
}): string {
  if (payment.isReturned) return 'returned';
  if (payment.isReversed) return 'reversed';
  const isInPart = payment.status === 'completed' && Number(payment.refunded) > 0;
  return isInPart ? 'partially_refunded' : payment.status;
}
