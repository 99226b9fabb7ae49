export const paymentStatuses = ['pending', 'completed', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** A refund as an admin enters it. */
export interface Repayment {
  /** Amount in cents refunded before, as the admin saw it, so that the same refund sent twice is made once. */
  refundedBefore?: number | undefined;
  /** Printed on the credit note, if there is one. */
  reason?: string | undefined;
  /** Author, for the invoice's timeline. */
  author?: string | undefined;
  /** Date of a refund by transfer, in the agency's time zone. Defaults to today. */
  date?: string | undefined;
  reference?: string | undefined;
}

/** Query of the list's URL. */
export interface PaymentSearch {
  search?: string;
  status?: PaymentStatus;
  page?: number;
}

/** How long the dashboard waits for the event of a payment. */
export const confirmationSeconds = 10;
