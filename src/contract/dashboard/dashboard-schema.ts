import { z } from 'zod';

import { otherCurrenciesField } from '~/contract/common/sums-schema';
import { activityKinds } from './dashboard';

/** The figures of a client's dashboard. */
export const dashboardStatsSchema = z.object({
  activeServices: z.int(),
  /** A decimal string, in the agency's currency. */
  totalSpent: z.string(),
  otherCurrencies: otherCurrenciesField,
  requestsInProgress: z.int(),
  /** Stripe's status of the current subscription; 'none' where there never was one. */
  subscriptionStatus: z.string(),
});
export type DashboardStats = z.output<typeof dashboardStatsSchema>;

/** What waits for a client, counted for the navigation of the client area, and what of it they have to do with. */
export const waitingCountsSchema = z.object({
  /** Requests in which the agency waits for an answer. */
  requests: z.int(),
  /** Files to be approved or returned. */
  files: z.int(),
  /** Proposals to be accepted or declined. */
  proposals: z.int(),
  /** Invoices to be paid. */
  invoices: z.int(),
  /** 1 where the last payment of the plan has failed. */
  plan: z.int(),
  /** Of a company; null for a client without one. */
  member: z
    .object({
      company: z.string(),
      /** Whether they see the requests of the company, and open new ones. */
      mayRequest: z.boolean(),
      /** Whether there are requests, quotes or messages for them to see. */
      hasAsked: z.boolean(),
    })
    .nullable(),
});
export type WaitingCounts = z.output<typeof waitingCountsSchema>;

const activitySchema = z.object({
  id: z.string(),
  kind: z.enum(activityKinds),
  title: z.string(),
  /** Such as 'pending' or 'replied'; empty where there is none. */
  status: z.string(),
  time: z.iso.datetime(),
  /** The request that it links to, if any. */
  requestId: z.int().nullable(),
});
export type Activity = z.output<typeof activitySchema>;

/** The client area's first screen: figures and recent activity. */
export const welcomeSchema = z.object({
  stats: dashboardStatsSchema,
  /** Quotes and messages that were sent with the client's email. */
  inquiries: z.int(),
  memberSince: z.iso.datetime(),
  activity: z.array(activitySchema),
});
export type Welcome = z.output<typeof welcomeSchema>;
