import { z } from 'zod';

import type { Activity, DashboardStats, Welcome } from './dashboard';

export const dashboardStatsSchema = z.object({
  activeServices: z.int(),
  totalSpent: z.string(),
  requestsInProgress: z.int(),
  subscriptionStatus: z.string(),
}) satisfies z.ZodType<DashboardStats>;

const activitySchema = z.object({
  id: z.string(),
  kind: z.enum(['quote', 'message', 'request', 'payment', 'account']),
  title: z.string(),
  status: z.string(),
  time: z.iso.datetime(),
  requestId: z.int().nullable(),
}) satisfies z.ZodType<Activity>;

export const welcomeSchema = z.object({
  stats: dashboardStatsSchema,
  inquiries: z.int(),
  memberSince: z.iso.datetime(),
  activity: z.array(activitySchema),
}) satisfies z.ZodType<Welcome>;
