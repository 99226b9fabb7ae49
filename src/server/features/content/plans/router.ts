import { z } from 'zod';

import { planSchema } from '~/contract/plans/plans-schema';
import { publicProcedure, router } from '~/server/platform/trpc/trpc';

export const plansRouter = router({
  list: publicProcedure
    .meta({
      shows: ['plans'],
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
    .query(({ ctx }) => ctx.domain.plans.list()),
});
