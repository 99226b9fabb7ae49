import { z } from 'zod';

import { eventsListSchema, paymentsListSchema } from '~/contract/admin-lists-schema';
import { adminPaymentSchema, stripeEventSchema } from '~/contract/admin-schema';
import { pageSchema } from '~/contract/paging-schema';
import { adminProcedure, router } from '../base/trpc';

export const paymentsAdminRouter = router({
  list: adminProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/admin/payments',
        tags: ['Admin'],
        summary: 'Payments, newest first',
        errorResponses: [400, 401, 403],
      },
    })
    .input(paymentsListSchema)
    .output(z.array(adminPaymentSchema))
    .query(async ({ ctx, input }) => (await ctx.domain.admin.payments.search(input)).rows),

  page: adminProcedure
    .input(paymentsListSchema)
    .output(pageSchema(adminPaymentSchema))
    .query(({ ctx, input }) => ctx.domain.admin.payments.search(input)),

  /** What Stripe told, as it came. */
  events: adminProcedure
    .input(eventsListSchema)
    .output(pageSchema(stripeEventSchema))
    .query(({ ctx, input }) => ctx.domain.admin.payments.searchEvents(input)),
});
