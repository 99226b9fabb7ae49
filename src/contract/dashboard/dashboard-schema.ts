import { z } from 'zod';

import { otherCurrenciesField } from '~/contract/common/sums-schema';
import { activityKinds } from './dashboard';

/** Figures of a client's dashboard. */
export const dashboardStatsSchema = z.object({
  activeServices: z.int(),
  /** Decimal string, in the agency's currency. */
  totalSpent: z.string(),
  otherCurrencies: otherCurrenciesField,
  requestsInProgress: z.int(),
  /** Stripe's status of the current subscription; 'none' if there is no subscription. */
  subscriptionStatus: z.string(),
});
export type DashboardStats = z.output<typeof dashboardStatsSchema>;

/** Number of open tasks of the client per area, for the navigation of the client area. */
export const waitingCountsSchema = z.object({
  /** Requests in which the agency waits for a reply. */
  requests: z.int(),
  /** Files to approve or return. */
  files: z.int(),
  /** Proposals to accept or decline. */
  proposals: z.int(),
  /** Unpaid invoices. */
  invoices: z.int(),
  /** 1 if the last payment of the plan failed, otherwise 0. */
  plan: z.int(),
  /** Membership in a company; null for a client without one. */
  member: z
    .object({
      company: z.string(),
      /** True if the member may see the company's requests and open new ones. */
      mayRequest: z.boolean(),
      /** True if the client has a request, quote or message. */
      hasAsked: z.boolean(),
    })
    .nullable(),
});
export type WaitingCounts = z.output<typeof waitingCountsSchema>;

const activitySchema = z.object({
  id: z.string(),
  kind: z.enum(activityKinds),
  title: z.string(),
  /** Status of the item, such as 'pending' or 'replied'; empty for an item without a status. */
  status: z.string(),
  time: z.iso.datetime(),
  /** Id of the request that the item links to, if any. */
  requestId: z.int().nullable(),
});
export type Activity = z.output<typeof activitySchema>;

/** First screen of the client area: figures and recent activity. */
export const welcomeSchema = z.object({
  stats: dashboardStatsSchema,
  /** Quotes and messages sent with the client's email. */
  inquiries: z.int(),
  memberSince: z.iso.datetime(),
  activity: z.array(activitySchema),
});
export type Welcome = z.output<typeof welcomeSchema>;
