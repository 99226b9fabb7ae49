import { z } from 'zod';

import { requestsListSchema } from '~/contract/admin/admin-lists-schema';
import { adminRequestRowSchema, adminRequestSchema } from '~/contract/admin/admin-schema';
import { idSchema, pageSchema } from '~/contract/common/paging-schema';
import { noteSchema, noteTextSchema } from '~/contract/leads/activity-schema';
import {
  enteredRequestSchema,
  requestDetailSchema,
  requestNoteSchema,
  requestStatusSchema,
  targetDateSchema,
} from '~/contract/leads/leads-schema';
import { toNote } from '~/server/features/leads/related-activity';
import type { Audit } from '~/server/platform/audit/audit';
import { rowsOf } from '~/server/platform/trpc/context';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { RequestsAdmin } from './requests.panel';

export const createRequestsAdminRouter = ({
  requests,
  audit,
}: {
  requests: RequestsAdmin;
  audit: Audit;
}) =>
  router({
    list: adminProcedure('requests.read')
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
      .output(z.array(adminRequestRowSchema))
      .query(async ({ ctx, input }) => rowsOf(ctx, await requests.searchAs(ctx.user, input))),

    page: adminProcedure('requests.read')
      .input(requestsListSchema)
      .output(pageSchema(adminRequestRowSchema))
      .query(({ ctx, input }) => requests.searchAs(ctx.user, input)),

    get: adminProcedure('requests.read')
      .input(idSchema)
      .output(requestDetailSchema)
      .query(({ input }) => requests.get(input.id)),

    enter: adminProcedure('requests.write')
      .meta({
        openapi: {
          method: 'POST',
          path: '/admin/service-requests',
          tags: ['Admin'],
          summary: 'Create a request for a client',
          description: 'The client gets an email if `notify` is true.',
          errorResponses: [400, 401, 403, 404],
        },
      })
      .input(enteredRequestSchema)
      .output(adminRequestSchema)
      .mutation(({ ctx, input }) => requests.enter(ctx.user, input)),

    setStatus: adminProcedure('requests.write')
      .meta({
        openapi: {
          method: 'PUT',
          path: '/admin/service-requests/{id}',
          tags: ['Admin'],
          summary: 'Set the status of a service request; the client gets an email 10 seconds later',
          errorResponses: [400, 401, 403, 404, 409],
        },
      })
      .input(idSchema.extend(requestStatusSchema.shape))
      .output(adminRequestSchema)
      .mutation(({ ctx, input: { id, status, ...options } }) =>
        requests.setStatus(ctx.user, id, status, options),
      ),

    /** Sets the note to the client and emails it. */
    setNote: adminProcedure('requests.write')
      .input(idSchema.extend(requestNoteSchema.shape))
      .output(adminRequestSchema)
      .mutation(({ ctx, input }) => requests.setNote(ctx.user, input.id, input.note)),

    setTargetDate: adminProcedure('requests.write')
      .input(idSchema.extend(targetDateSchema.shape))
      .output(adminRequestSchema)
      .mutation(({ ctx, input }) => requests.setTargetDate(ctx.user, input.id, input.targetDate)),

    /** Creates a request for the client who has the quote's email. */
    createFromQuote: adminProcedure('requests.write')
      .input(z.object({ quoteId: idSchema.shape.id }))
      .output(z.object({ id: z.int() }))
      .mutation(({ ctx, input }) => requests.createFromQuote(ctx.user, input.quoteId)),

    addNote: adminProcedure('requests.write')
      .input(idSchema.extend(noteTextSchema.shape))
      .output(noteSchema)
      .mutation(async ({ ctx, input }) => {
        const { request } = await requests.get(input.id);
        const about = `request:${request.id}`;
        return toNote(await audit.addNote(ctx.user, about, input.text));
      }),
  });
