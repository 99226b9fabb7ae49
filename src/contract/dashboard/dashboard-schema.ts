import { z } from 'zod';

/** A client's own figures, as their tiles show them. */
export const dashboardStatsSchema = z.object({
  activeServices: z.int(),
  /** A decimal string, in the agency's currency. */
  totalSpent: z.string(),
  requestsInProgress: z.int(),
  /** Stripe's own word for the subscription that counts; 'none' where there never was one. */
  subscriptionStatus: z.string(),
});
export type DashboardStats = z.output<typeof dashboardStatsSchema>;

const activitySchema = z.object({
  id: z.string(),
  kind: z.enum(['quote', 'message', 'request', 'payment', 'account']),
  title: z.string(),
  /** Such as 'pending' or 'replied'; empty where there is none. */
  status: z.string(),
  time: z.iso.datetime(),
  /** What it leads to, where that has a page of its own. */
  requestId: z.int().nullable(),
});
export type Activity = z.output<typeof activitySchema>;

/** What a client sees first: their own figures, and what happened lately. */
export const welcomeSchema = z.object({
  stats: dashboardStatsSchema,
  /** Quotes and messages that were sent with the client's address. */
  inquiries: z.int(),
  memberSince: z.iso.datetime(),
  activity: z.array(activitySchema),
});
export type Welcome = z.output<typeof welcomeSchema>;
