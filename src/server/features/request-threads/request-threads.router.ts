import { z } from 'zod';

import { fileIdSchema, returnSchema, threadFileSchema } from '~/contract/files/files-schema';
import { requestStatuses } from '~/contract/requests/requests';
import {
  draftChangeSchema,
  draftSchema,
  filePageSchema,
  fileSearchSchema,
  messageChangeSchema,
  messagePageSchema,
  messageSchema,
  newMessageSchema,
  readMarkSchema,
  requestRefSchema,
  requestThreadSchema,
  threadQuerySchema,
  unreadSchema,
} from '~/contract/threads/threads-schema';
import { readIdempotencyKey } from '~/server/platform/trpc/idempotency-key';
import { authedProcedure, router } from '~/server/platform/trpc/trpc';
import type { RequestThreads } from './request-threads.service';

const tags = ['Client area'];

const decidedSchema = threadFileSchema.extend({ requestStatus: z.enum(requestStatuses) });

export const createRequestThreadsRouter = ({
  requestThreads,
}: {
  requestThreads: RequestThreads;
}) =>
  router({
    messages: authedProcedure
      .meta({
        openapi: {
          method: 'GET',
          path: '/service-requests/{id}/messages',
          tags,
          summary: 'Messages of a request, from the oldest to the newest',
          description:
            'The newest 50, or `limit`; older ones with `before`, the id of the first message of the page before.',
          errorResponses: [400, 401, 404],
        },
      })
      .input(threadQuerySchema)
      .output(z.array(messageSchema))
      .query(async ({ ctx, input }) => (await requestThreads.page(ctx.user, input)).rows),

    /** Returns the page after the given cursor. */
    page: authedProcedure
      .input(threadQuerySchema)
      .output(messagePageSchema)
      .query(({ ctx, input }) => requestThreads.page(ctx.user, input)),

    send: authedProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/service-requests/{id}/messages',
          tags,
          summary: 'Write to the agency about a request',
          description:
            'Plain text, with up to 10 files that were uploaded before. A repeat with the same Idempotency-Key header (or `key`) answers with the first message and stores nothing.',
          errorResponses: [400, 401, 404, 429],
        },
        rateLimit: 'messages',
      })
      .input(newMessageSchema)
      .output(messageSchema)
      .mutation(({ ctx, input }) => {
        const key = input.key ?? readIdempotencyKey(ctx.idempotencyKey);
        return requestThreads.send(ctx.user, { ...input, key });
      }),

    edit: authedProcedure
      .meta({ rateLimit: 'messages' })
      .input(messageChangeSchema)
      .output(messageSchema)
      .mutation(({ ctx, input }) => requestThreads.edit(ctx.user, input)),

    remove: authedProcedure
      .meta({ rateLimit: 'messages' })
      .input(requestRefSchema)
      .output(requestRefSchema)
      .mutation(({ ctx, input }) => requestThreads.remove(ctx.user, input.id)),

    /** Returns related data of a request's thread. */
    get: authedProcedure
      .input(requestRefSchema)
      .output(requestThreadSchema)
      .query(async ({ ctx, input }) => {
        const beside = await requestThreads.get(ctx.user, input.id);
        // Hides unsent drafts of a client from an admin who views the site as that client.
        return ctx.user.clientView ? { ...beside, draft: { text: '', fileIds: [] } } : beside;
      }),

    markRead: authedProcedure
      .meta({ rateLimit: 'threadMarks' })
      .input(readMarkSchema)
      .output(z.object({ lastReadId: z.int() }))
      .mutation(({ ctx, input }) => requestThreads.markRead(ctx.user, input)),

    saveDraft: authedProcedure
      .meta({ rateLimit: 'threadMarks' })
      .input(draftChangeSchema)
      .output(draftSchema)
      .mutation(({ ctx, input }) => requestThreads.saveDraft(ctx.user, input)),

    unread: authedProcedure
      .input(z.void())
      .output(unreadSchema)
      .query(({ ctx }) => requestThreads.unread(ctx.user)),

    /** Returns one page of the files in all of the caller's requests. */
    files: authedProcedure
      .input(fileSearchSchema)
      .output(filePageSchema)
      .query(({ ctx, input }) => requestThreads.files(ctx.user, input)),

    approve: authedProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/files/{id}/approve',
          tags,
          summary: 'Approve a file of the agency',
          description:
            'Changes only the file: the agency completes the request. A repeat changes nothing.',
          errorResponses: [401, 404, 409],
        },
      })
      .input(fileIdSchema)
      .output(decidedSchema)
      .mutation(({ ctx, input }) => requestThreads.approve(ctx.user, input.id)),

    returnFile: authedProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/files/{id}/return',
          tags,
          summary: 'Return a file of the agency with a comment',
          description: 'The request is in progress again. A repeat changes nothing.',
          errorResponses: [400, 401, 404, 409],
        },
      })
      .input(returnSchema)
      .output(decidedSchema)
      .mutation(({ ctx, input }) => requestThreads.returnFile(ctx.user, input.id, input.comment)),
  });
