export const paymentStatuses = ['pending', 'completed', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** `partially_refunded` is no status of its own: a completed payment of which a part was refunded. */
export const paymentFilters = [...paymentStatuses, 'partially_refunded'] as const;
export type PaymentFilter = (typeof paymentFilters)[number];

/** The status as it is shown: what was taken back after it was received did not fail. */
export function shownPaymentStatus(payment: {
  status: string;
  isReversed: boolean;
  isReturned: boolean;
  /** Decimal. */
  refunded: string;
}): string {
  if (payment.isReturned) return 'returned';
  if (payment.isReversed) return 'reversed';
  const isInPart = payment.status === 'completed' && Number(payment.refunded) > 0;
  return isInPart ? 'partially_refunded' : payment.status;
}

/** How money is given back, as an admin says it. */
export interface Repayment {
  /** In cents, what was given back before, as the admin saw it: the same refund sent twice is made once. */
  refundedBefore?: number | undefined;
  /** Printed on the credit note, where there is one. */
  reason?: string | undefined;
  /** Who gives it back, for the invoice's timeline. */
  author?: string | undefined;
  /** Of a transfer that was sent back. */
  /** The agency's date; today's where it is left out. */
  date?: string | undefined;
  reference?: string | undefined;
}

/** The query of the list's URL. */
export interface PaymentSearch {
  search?: string;
  status?: PaymentStatus;
  page?: number;
}

/** How long the dashboard waits for the event of a payment. */
export const confirmationSeconds = 10;
