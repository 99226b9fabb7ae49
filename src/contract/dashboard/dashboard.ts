export const recentLimit = 5;

/** A client's own figures, as their tiles show them. */
export interface DashboardStats {
  activeServices: number;
  /** A decimal string, in the agency's currency. */
  totalSpent: string;
  requestsInProgress: number;
  /** Stripe's own word for the subscription that counts; 'none' where there never was one. */
  subscriptionStatus: string;
}

/** 'active' is Active; anything else is not. */
export const subscriptionLabel = (status: string): string =>
  status === 'active' ? 'Active' : 'Inactive';

/** Something that happened between a client and the agency. */
export interface Activity {
  id: string;
  kind: 'quote' | 'message' | 'request' | 'payment' | 'account';
  title: string;
  /** Such as 'pending' or 'replied'; empty where there is none. */
  status: string;
  time: string;
  /** What it leads to, where that has a page of its own. */
  requestId: number | null;
}

/** What a client sees first: their own figures, and what happened lately. */
export interface Welcome {
  stats: DashboardStats;
  /** Quotes and messages that were sent with the client's address. */
  inquiries: number;
  memberSince: string;
  activity: Activity[];
}

/** Blocks that stand in for the panel's content while it is loaded. */
export const adminSkeletons = 6;
