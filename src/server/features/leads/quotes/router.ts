import { z } from 'zod';

import { quoteRequestSchema } from '~/contract/leads/quotes-schema';
import { senderOf } from '~/server/features/leads/submissions';
import { readIdempotencyKey } from '~/server/platform/trpc/idempotency-key';
import { publicProcedure, router } from '~/server/platform/trpc/trpc';
import type { Quotes } from './service';

export const createQuotesRouter = ({ quotes }: { quotes: Quotes }) =>
  router({
    submit: publicProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/quotes',
          protect: false,
          tags: ['Quotes'],
          summary: 'Ask for a quote',
          description:
            'A repeat with the same Idempotency-Key header (or `key`) answers with the first id and stores nothing.',
          errorResponses: [400, 429],
        },
      })
      .input(quoteRequestSchema)
      .output(z.object({ id: z.int() }))
      .mutation(async ({ ctx, input }) => {
        const request = { ...input, key: input.key ?? readIdempotencyKey(ctx.idempotencyKey) };
        return quotes.submit(request, senderOf(ctx));
      }),
  });
