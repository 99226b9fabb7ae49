import { z } from 'zod';

import { requestsListSchema } from '~/contract/admin-lists-schema';
import { adminRequestSchema } from '~/contract/admin-schema';
import { noteSchema, noteTextSchema, requestDetailSchema } from '~/contract/leads-schema';
import { idSchema, pageSchema } from '~/contract/paging-schema';
import { adminProcedure, router } from '../base/trpc';
import { toNote } from '../leads/papers';

export const requestsAdminRouter = router({
  list: adminProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/admin/service-requests',
        tags: ['Admin'],
        summary: 'Clients’ service requests, newest first',
        errorResponses: [400, 401, 403],
      },
    })
    .input(requestsListSchema)
    .output(z.array(adminRequestSchema))
    .query(async ({ ctx, input }) => (await ctx.domain.admin.requests.search(input)).rows),

  page: adminProcedure
    .input(requestsListSchema)
    .output(pageSchema(adminRequestSchema))
    .query(({ ctx, input }) => ctx.domain.admin.requests.search(input)),

  get: adminProcedure
    .input(idSchema)
    .output(requestDetailSchema)
    .query(({ ctx, input }) => ctx.domain.admin.requests.get(input.id)),

  addNote: adminProcedure
    .input(idSchema.extend(noteTextSchema.shape))
    .output(noteSchema)
    .mutation(async ({ ctx, input }) => {
      const { request } = await ctx.domain.admin.requests.get(input.id);
      const about = `request:${request.id}`;
      return toNote(await ctx.domain.admin.audit.addNote(ctx.user, about, input.text));
    }),
});
