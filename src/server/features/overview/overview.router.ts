import { z } from 'zod';

import {
  adminStatsSchema,
  chartPointSchema,
  chartSpans,
  recentActivitySchema,
  waitingSchema,
} from '~/contract/admin/admin-schema';
import { todaySchema } from '~/contract/admin/today-schema';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { Overview } from './overview.service';

const activitiesMax = 50;
const tags = ['Admin'];

export const createOverviewRouter = ({ overview }: { overview: Overview }) =>
  router({
    stats: adminProcedure('overview.read')
      .meta({
        openapi: {
          method: 'GET',
          path: '/admin/dashboard/stats',
          tags,
          summary: 'Key figures of the agency',
          errorResponses: [401, 403],
        },
      })
      .input(z.void())
      .output(adminStatsSchema)
      .query(() => overview.stats()),

    today: adminProcedure('overview.read')
      .meta({
        openapi: {
          method: 'GET',
          path: '/admin/dashboard/today',
          tags,
          summary: 'Open tasks that the caller can see',
          errorResponses: [401, 403],
        },
      })
      .input(z.void())
      .output(todaySchema)
      .query(({ ctx }) => overview.today(ctx.user)),

    waiting: adminProcedure('overview.read')
      .input(z.void())
      .output(waitingSchema)
      .query(() => overview.waiting()),

    activities: adminProcedure('overview.read')
      .meta({
        openapi: {
          method: 'GET',
          path: '/admin/recent-activities',
          tags,
          summary: 'Actions of admins and new records, newest first',
          errorResponses: [401, 403],
        },
      })
      .input(z.void())
      .output(z.array(recentActivitySchema))
      .query(() => overview.activities(activitiesMax)),

    chart: adminProcedure('overview.read')
      .input(z.object({ span: z.enum(chartSpans) }))
      .output(z.array(chartPointSchema))
      .query(({ input }) => overview.chart(input.span)),
  });
