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
          summary: 'Available plans',
          description: 'Both prices are per month: with monthly billing, and with yearly billing.',
        },
      })
      .input(z.void())
      .output(z.array(planSchema))
      .query(() => plans.list()),
  });
