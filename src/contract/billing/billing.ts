/** Stripe's own names for how a subscription stands. */
export const subscriptionStatuses = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'canceled',
  'paused',
] as const;
export type SubscriptionStatus = (typeof subscriptionStatuses)[number];

export const paymentStatuses = ['pending', 'completed', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Those in which money came in, of which some or all may have gone back. */
export const paidStatuses = ['completed', 'refunded'] as const;

export const paymentStatusLabels: Record<PaymentStatus, string> = {
  pending: 'Pending',
  completed: 'Completed',
  failed: 'Failed',
  refunded: 'Refunded',
};

const disputeLabels = new Map([
  ['needs_response', 'Disputed by the bank: answer at Stripe'],
  ['under_review', 'Disputed: under review'],
  ['won', 'Dispute won'],
  ['lost', 'Dispute lost'],
  ['warning_needs_response', 'Inquiry by the bank: answer at Stripe'],
  ['warning_under_review', 'Inquiry: under review'],
  ['warning_closed', 'Inquiry closed'],
  ['prevented', 'Dispute prevented'],
]);

/** Stripe's word for how a dispute stands, in words for an admin. */
export const disputeLabel = (status: string): string =>
  disputeLabels.get(status) ?? `Disputed: ${status.replaceAll('_', ' ')}`;

/** Whether there is a receipt of a payment with that status. */
export const hasReceipt = (status: string): boolean =>
  status === 'completed' || status === 'refunded';

/** Those of which a client can have one alone: paid for, or to be. */
export const liveStatuses = ['trialing', 'active', 'past_due', 'unpaid', 'paused'] as const;

/** Those that are final at Stripe. */
export const endedStatuses = ['canceled', 'incomplete_expired'] as const;

const among = (statuses: readonly string[], status: string): boolean => statuses.includes(status);
export const isLive = (status: string): boolean => among(liveStatuses, status);
export const hasEnded = (status: string): boolean => among(endedStatuses, status);

/** What the address of the list says: the search, the status and the page. */
export interface PaymentSearch {
  search?: string;
  status?: PaymentStatus;
  page?: number;
}

/** Whether the page at that path asks for cards. */
export const takesCards = (path: string): boolean => /^\/(subscribe|dashboard)\/?$/.test(path);

/** How long the dashboard waits for the event that grants what was just paid. */
export const confirmationSeconds = 10;
