export const paymentStatuses = ['pending', 'completed', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** How money is given back, as an admin says it. */
export interface Repayment {
  /** In cents, what was given back before, as the admin saw it: the same refund sent twice is made once. */
  refundedBefore?: number | undefined;
  /** Printed on the credit note, where there is one. */
  reason?: string | undefined;
  /** Who gives it back, for the invoice's timeline. */
  author?: string | undefined;
  /** Day of a transfer that was sent back, in the agency's time zone. Defaults to today. */
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
