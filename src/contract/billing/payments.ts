export const paymentStatuses = ['pending', 'completed', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** The query of the list's URL. */
export interface PaymentSearch {
  search?: string;
  status?: PaymentStatus;
  page?: number;
}

/** How long the dashboard waits for the event of a payment. */
export const confirmationSeconds = 10;
