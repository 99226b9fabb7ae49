export const recentLimit = 5;

/** Returns the label of a subscription: Active for 'active', otherwise Inactive. */
export const subscriptionLabel = (status: string): string =>
  status === 'active' ? 'Active' : 'Inactive';

/** Number of placeholder blocks while the panel's content loads. */
export const adminSkeletons = 6;

/** Kinds of entries in a client's activity. */
export const activityKinds = [
  'quote',
  'message',
  'request',
  'proposal',
  'invoice',
  'payment',
  'account',
] as const;
