import { z } from 'zod';

import { planSchema } from '~/contract/plans/plans-schema';
import { publicProcedure, router } from '~/server/platform/trpc/trpc';
import type { Plans } from './plans.service';

export const createPlansRouter = ({ plans }: { plans: Plans }) =>
  router({
    list: publicProcedure
      .meta({
        cacheTags: ['plans'],
        openapi: {
          method: 'GET',
          path: '/subscription-plans',
          protect: false,
          tags: ['Plans'],
          summary: 'Plans that can be subscribed to',
          description: 'Both prices are for one month: paid by the month, and paid by the year.',
        },
      })
      .input(z.void())
      .output(z.array(planSchema))
      .query(() => plans.list()),
  });
