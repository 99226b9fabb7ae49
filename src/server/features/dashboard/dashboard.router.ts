import { z } from 'zod';

import {
  dashboardStatsSchema,
  waitingCountsSchema,
  welcomeSchema,
} from '~/contract/dashboard/dashboard-schema';
import { authedProcedure, router } from '~/server/platform/trpc/trpc';
import type { Dashboard } from './dashboard.service';

export const createDashboardRouter = ({ dashboard }: { dashboard: Dashboard }) =>
  router({
    stats: authedProcedure
      .meta({
        openapi: {
          method: 'GET',
          path: '/dashboard/stats',
          tags: ['Client area'],
          summary: 'Your figures',
          errorResponses: [401],
        },
      })
      .input(z.void())
      .output(dashboardStatsSchema)
      .query(({ ctx }) => dashboard.stats(ctx.user.id)),

    waiting: authedProcedure
      .input(z.void())
      .output(waitingCountsSchema)
      .query(({ ctx }) => dashboard.waiting(ctx.user)),

    welcome: authedProcedure
      .input(z.void())
      .output(welcomeSchema)
      .query(({ ctx }) => dashboard.welcome(ctx.user)),
  });
