import { z } from 'zod';

import {
  linkedMessageSchema,
  shownLinkedMessageSchema,
} from '~/contract/conversations/conversations-schema';
import {
  linkedQuoteSchema,
  quoteProgressSchema,
  submittedQuoteSchema,
} from '~/contract/leads/quote-link-schema';
import { quoteRequestSchema } from '~/contract/leads/quotes-schema';
import { senderOf } from '~/server/features/leads/submissions';
import { readIdempotencyKey } from '~/server/platform/trpc/idempotency-key';
import { publicFormProcedure, publicProcedure, router } from '~/server/platform/trpc/trpc';
import type { LinkedQuotes } from './linked';
import type { QuoteStatuses } from './quote-statuses';
import type { Quotes } from './quotes.service';

export const createQuotesRouter = ({
  quotes,
  linked,
  statuses,
}: {
  quotes: Quotes;
  linked: LinkedQuotes;
  statuses: QuoteStatuses;
}) =>
  router({
    submit: publicFormProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/quotes',
          protect: false,
          tags: ['Quotes'],
          summary: 'Ask for a quote',
          description:
            'A repeat with the same Idempotency-Key header (or `key`) answers with the first quote and stores nothing. `statusUrl` shows its progress.',
          errorResponses: [400, 422, 429],
        },
      })
      .use(async ({ getRawInput, next }) => {
        await quotes.check(await getRawInput());
        return next();
      })
      .input(quoteRequestSchema)
      .output(submittedQuoteSchema)
      .mutation(async ({ ctx, input }) => {
        const request = { ...input, key: input.key ?? readIdempotencyKey(ctx.idempotencyKey) };
        return quotes.submit(request, senderOf(ctx));
      }),

    progress: publicProcedure
      .meta({
        openapi: {
          method: 'GET',
          path: '/quotes/status/{token}',
          protect: false,
          tags: ['Quotes'],
          summary: 'Status of a quote, at the status URL in the response to its submission',
          errorResponses: [404, 429],
        },
      })
      .input(z.object({ token: z.string().min(1).max(200) }))
      .output(quoteProgressSchema)
      .query(async ({ ctx, input }) => {
        await ctx.rateLimits.consume('linkReads', ctx.visit.network);
        return statuses.read(input.token);
      }),

    byLink: publicProcedure
      .meta({
        openapi: {
          method: 'GET',
          path: '/quotes/by-link/{token}',
          protect: false,
          tags: ['Quotes'],
          summary: 'Status of a quote, by the private link in its confirmation email',
          errorResponses: [404, 429],
        },
      })
      .input(z.object({ token: z.string().min(1).max(200) }))
      .output(linkedQuoteSchema)
      .query(async ({ ctx, input }) => {
        await ctx.rateLimits.consume('linkReads', ctx.visit.network);
        return linked.byLink(input.token);
      }),

    answer: publicProcedure
      .meta({
        openapi: {
          method: 'POST',
          path: '/quotes/by-link/{token}/messages',
          protect: false,
          tags: ['Quotes'],
          summary: 'Write in the conversation of a quote, by its private link',
          description:
            'A repeat with the same Idempotency-Key header (or `key`) stores nothing. Answers with the conversation.',
          errorResponses: [400, 404, 409, 429],
        },
      })
      .input(linkedMessageSchema)
      .output(z.array(shownLinkedMessageSchema))
      .mutation(async ({ ctx, input }) => {
        await ctx.rateLimits.consume('linkWrites', ctx.visit.network);
        return linked.answer({
          ...input,
          key: input.key ?? readIdempotencyKey(ctx.idempotencyKey),
        });
      }),
  });
