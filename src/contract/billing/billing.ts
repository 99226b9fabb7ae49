/** Stripe's statuses of a subscription. */
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

/** Statuses of payments that were received, even if they were refunded later. */
export const paidStatuses = ['completed', 'refunded'] as const;

/** Returns whether a payment with that status has a receipt. */
export const hasReceipt = (status: string): boolean =>
  status === 'completed' || status === 'refunded';

/** A client has at most one subscription with any of these statuses. */
export const liveStatuses = ['trialing', 'active', 'past_due', 'unpaid', 'paused'] as const;

/** Statuses of a subscription whose last payment failed and is retried. */
export const owingStatuses = ['past_due', 'unpaid'] as const;

/** Final statuses at Stripe. */
export const endedStatuses = ['canceled', 'incomplete_expired'] as const;

const among = (statuses: readonly string[], status: string): boolean => statuses.includes(status);
export const isLive = (status: string): boolean => among(liveStatuses, status);
export const isOwing = (status: string): boolean => among(owingStatuses, status);
export const hasEnded = (status: string): boolean => among(endedStatuses, status);

/** Returns whether the page at that path has a card form. */
export const takesCards = (path: string): boolean =>
  /^\/(subscribe|dashboard|dashboard\/plan|dashboard\/invoices\/\d+|invoices\/[^/]+)\/?$/.test(
    path,
  );
