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
          summary: 'How the agency stands',
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
          summary: 'What needs hands today, as far as the caller may see it',
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
          summary: 'What admins did and what came in, newest first',
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
