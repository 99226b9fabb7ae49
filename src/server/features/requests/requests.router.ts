import { z } from 'zod';

import {
  inquirySchema,
  newRequestSchema,
  requestChangeSchema,
  requestDetailSchema,
  requestIdSchema,
  requestPageSchema,
  requestSearchSchema,
  serviceRequestSchema,
} from '~/contract/requests/requests-schema';
import { readIdempotencyKey } from '~/server/platform/trpc/idempotency-key';
import { authedProcedure, router } from '~/server/platform/trpc/trpc';
import type { Requests } from './requests.service';

const tags = ['Client area'];

export const createRequestsRouter = ({ requests }: { requests: Requests }) =>
  router({
    mine: authedProcedure
      .meta({
        openapi: {
          method: 'GET',
          path: '/service-requests',
          tags,
          summary: 'Your service requests, newest first',
          errorResponses: [401],
        },
      })
      .input(z.void())
      .output(z.array(serviceRequestSchema))
      .query(({ ctx }) => requests.list(ctx.user.id)),

    /** Returns one page of requests for the screen. */
    search: authedProcedure
      .input(requestSearchSchema)
      .output(requestPageSchema)
      .query(({ ctx, input }) => requests.search(ctx.user.id, input)),

    get: authedProcedure
      .input(requestIdSchema)
      .output(requestDetailSchema)
      .query(({ ctx, input }) => requests.get(ctx.user.id, input.id)),

    /** Returns quotes and messages that were sent with the caller's email. */
    inquiries: authedProcedure
      .input(z.void())
      .output(z.array(inquirySchema))
      .query(({ ctx }) => requests.inquiries(ctx.user.email)),

    create: authedProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/service-requests',
          tags,
          summary: 'Send a service request',
          description:
            'A repeat with the same Idempotency-Key header (or `key`) answers with the first request and stores nothing.',
          errorResponses: [400, 401, 429],
        },
        rateLimit: 'requestForm',
      })
      .input(newRequestSchema)
      .output(serviceRequestSchema)
      .mutation(async ({ ctx, input }) => {
        const key = input.key ?? readIdempotencyKey(ctx.idempotencyKey);
        return requests.create(ctx.user.id, { ...input, key });
      }),

    change: authedProcedure
      .meta({ rateLimit: 'requestChanges' })
      .input(requestChangeSchema)
      .output(serviceRequestSchema)
      .mutation(({ ctx, input: { id, ...fields } }) => requests.change(ctx.user.id, id, fields)),

    cancel: authedProcedure
      .meta({ rateLimit: 'requestChanges' })
      .input(requestIdSchema)
      .output(serviceRequestSchema)
      .mutation(({ ctx, input }) => requests.cancel(ctx.user.id, input.id)),
  });
