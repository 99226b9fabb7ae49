import { z } from 'zod';

import { threadFileSchema } from '~/contract/files/files-schema';
import {
  adminMessagePageSchema,
  adminMessageSchema,
  adminRequestThreadSchema,
  assigneesSchema,
  deliverableChangeSchema,
  newAdminMessageSchema,
  requestRefSchema,
  threadQuerySchema,
  unansweredSchema,
  unreadSchema,
  waitingChangeSchema,
} from '~/contract/threads/threads-schema';
import { readIdempotencyKey } from '~/server/platform/trpc/idempotency-key';
import { adminProcedure, isInternal, router } from '~/server/platform/trpc/trpc';
import type { RequestThreadsAdmin } from './request-threads.panel';

export const createRequestThreadsAdminRouter = ({
  requestThreads,
}: {
  requestThreads: RequestThreadsAdmin;
}) =>
  router({
    messages: adminProcedure('requests.read')
      .meta({
        openapi: {
          method: 'GET',
          path: '/admin/service-requests/{id}/messages',
          tags: ['Admin'],
          summary: 'Messages of a request, including internal ones',
          description:
            'The newest 50, or `limit`; older ones with `before`, the id of the first message of the page before.',
          errorResponses: [400, 401, 403, 404],
        },
      })
      .input(threadQuerySchema)
      .output(z.array(adminMessageSchema))
      .query(async ({ ctx, input }) => (await requestThreads.page(ctx.user, input)).rows),

    page: adminProcedure('requests.read')
      .input(threadQuerySchema)
      .output(adminMessagePageSchema)
      .query(({ ctx, input }) => requestThreads.page(ctx.user, input)),

    send: adminProcedure('requests.write')
      .meta({
        atOnce: isInternal,
        openapi: {
          method: 'POST',
          path: '/admin/service-requests/{id}/messages',
          tags: ['Admin'],
          summary: 'Write to the client, or only to other admins',
          description:
            'With `internal`, no client learns of it. A repeat with the same Idempotency-Key header (or `key`) answers with the first message.',
          errorResponses: [400, 401, 403, 404],
        },
      })
      .input(newAdminMessageSchema)
      .output(adminMessageSchema)
      .mutation(({ ctx, input }) => {
        const key = input.key ?? readIdempotencyKey(ctx.idempotencyKey);
        return requestThreads.send(ctx.user, { ...input, key });
      }),

    get: adminProcedure('requests.read')
      .input(requestRefSchema)
      .output(adminRequestThreadSchema)
      .query(({ ctx, input }) => requestThreads.get(ctx.user, input.id)),

    unread: adminProcedure('requests.read')
      .input(z.void())
      .output(unreadSchema)
      .query(({ ctx }) => requestThreads.unread(ctx.user)),

    unanswered: adminProcedure('requests.read')
      .input(z.void())
      .output(unansweredSchema)
      .query(() => requestThreads.unanswered()),

    /** Sets whether the agency waits for the client's reply. */
    setWaiting: adminProcedure('requests.write')
      .input(waitingChangeSchema)
      .output(adminRequestThreadSchema)
      .mutation(({ ctx, input }) => requestThreads.setWaiting(ctx.user, input.id, input.waiting)),

    assignees: adminProcedure('requests.read')
      .input(z.void())
      .output(assigneesSchema)
      .query(() => requestThreads.assignees()),

    setDeliverable: adminProcedure('requests.write')
      .input(deliverableChangeSchema)
      .output(threadFileSchema)
      .mutation(({ ctx, input }) =>
        requestThreads.setDeliverable(ctx.user, input.id, input.deliverable),
      ),
  });
