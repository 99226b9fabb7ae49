export const paymentStatuses = ['pending', 'completed', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** A refund as an admin enters it. */
export interface Repayment {
  /**
   * Amount in cents that had been refunded when the admin opened the form, so that a refund submitted twice is made only
   * once.
   */
  refundedBefore?: number | undefined;
  /** Printed on the credit note, if there is one. */
  reason?: string | undefined;
  /** Name of the author, for the invoice's timeline. */
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

/** Seconds for which the dashboard waits for Stripe's event about a payment. */
export const confirmationSeconds = 10;
