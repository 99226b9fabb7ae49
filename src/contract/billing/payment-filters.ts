import { paymentStatuses } from './payments';

/**
 * Filters of payments by status. `partially_refunded` is not a stored status: it means a completed payment that was
 * refunded in part.
 */
export const paymentFilters = [...paymentStatuses, 'partially_refunded'] as const;
export type PaymentFilter = (typeof paymentFilters)[number];

/** Returns the status to display: a payment that was received and later returned is not shown as failed. */
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
