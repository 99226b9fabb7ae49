export const paymentStatuses = ['pending', 'completed', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** How a transfer was sent back, as an admin records it. */
export interface Repayment {
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
