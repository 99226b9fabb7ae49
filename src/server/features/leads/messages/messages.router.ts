import { z } from 'zod';

import { contactMessageSchema } from '~/contract/leads/contact-schema';
import { senderOf } from '~/server/features/leads/submissions';
import { readIdempotencyKey } from '~/server/platform/trpc/idempotency-key';
import { publicFormProcedure, router } from '~/server/platform/trpc/trpc';
import type { Messages } from './messages.service';

export const createMessagesRouter = ({ messages }: { messages: Messages }) =>
  router({
    send: publicFormProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/contact',
          protect: false,
          tags: ['Contact'],
          summary: 'Send a message to the agency',
          description:
            'A repeat with the same Idempotency-Key header (or `key`) answers with the first id and stores nothing.',
          errorResponses: [400, 422, 429],
        },
      })
      .input(contactMessageSchema)
      .output(z.object({ id: z.int() }))
      .mutation(async ({ ctx, input }) => {
        const message = { ...input, key: input.key ?? readIdempotencyKey(ctx.idempotencyKey) };
        return messages.send(message, senderOf(ctx));
      }),
  });
