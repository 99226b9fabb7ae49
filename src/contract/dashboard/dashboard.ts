export const recentLimit = 5;

/** 'active' is Active; anything else is not. */
export const subscriptionLabel = (status: string): string =>
  status === 'active' ? 'Active' : 'Inactive';

/** Blocks that stand in for the panel's content while it is loaded. */
export const adminSkeletons = 6;
