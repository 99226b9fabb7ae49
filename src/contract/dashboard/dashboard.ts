export const recentLimit = 5;

/** 'active' is shown as Active, anything else as inactive. */
export const subscriptionLabel = (status: string): string =>
  status === 'active' ? 'Active' : 'Inactive';

/** Placeholder blocks while the panel's content loads. */
export const adminSkeletons = 6;

/** What a client's activity is about. */
export const activityKinds = [
  'quote',
  'message',
  'request',
  'proposal',
  'invoice',
  'payment',
  'account',
] as const;
