import { z } from 'zod';

import { quotesListSchema } from '~/contract/admin/admin-lists-schema';
import { AppError } from '~/contract/common/errors';
import { idSchema, idsSchema, pageSchema } from '~/contract/common/paging-schema';
import { noteSchema, noteTextSchema } from '~/contract/leads/activity-schema';
import {
  adminQuoteRowSchema,
  adminQuoteSchema,
  enteredQuoteSchema,
  quoteChangeSchema,
  quoteDetailSchema,
  quoteStatusSchema,
  similarQuotesSchema,
  spamMarkSchema,
} from '~/contract/leads/leads-schema';
import { mergeQuoteSchema, possibleDuplicateSchema } from '~/contract/leads/merging-schema';
import { toNote } from '~/server/features/leads/related-activity';
import type { Audit } from '~/server/platform/audit/audit';
import { rowsOf } from '~/server/platform/trpc/context';
import { readIdempotencyKey } from '~/server/platform/trpc/idempotency-key';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { LinkedQuotes } from './linked';
import type { QuotesAdmin } from './quotes.panel';

const tags = ['Admin'];

export const createQuotesAdminRouter = ({
  quotes,
  linked,
  audit,
}: {
  quotes: QuotesAdmin;
  linked: LinkedQuotes;
  audit: Audit;
}) =>
  router({
    list: adminProcedure('leads.read')
      .meta({
        openapi: {
          method: 'GET',
          path: '/admin/quotes',
          tags,
          summary: 'Quote requests, newest first',
          errorResponses: [400, 401, 403],
        },
      })
      .input(quotesListSchema)
      .output(z.array(adminQuoteRowSchema))
      .query(async ({ ctx, input }) => rowsOf(ctx, await quotes.search(input))),

    page: adminProcedure('leads.read')
      .input(quotesListSchema)
      .output(pageSchema(adminQuoteRowSchema))
      .query(({ input }) => quotes.search(input, true)),

    get: adminProcedure('leads.read')
      .input(idSchema)
      .output(quoteDetailSchema)
      .query(({ input }) => quotes.get(input.id)),

    enter: adminProcedure('leads.write')
      .meta({
        atOnce: true,
        openapi: {
          method: 'POST',
          path: '/admin/quotes',
          tags,
          summary: 'Enter a quote request that came by phone, at an event or by referral',
          description:
            'No email is sent. An `Idempotency-Key` header makes a repeat answer with the first one.',
          errorResponses: [400, 401, 403],
        },
      })
      .input(enteredQuoteSchema)
      .output(adminQuoteSchema)
      .mutation(({ ctx, input }) => {
        const key = input.key ?? readIdempotencyKey(ctx.idempotencyKey);
        return quotes.enter(ctx.user, { ...input, key });
      }),

    setStatus: adminProcedure('leads.write')
      .meta({
        openapi: {
          method: 'PUT',
          path: '/admin/quotes/{id}',
          tags,
          summary: 'Set the status of a quote request; any status can follow any other',
          errorResponses: [400, 401, 403, 404],
        },
      })
      .input(idSchema.extend(quoteStatusSchema.shape))
      .output(adminQuoteSchema)
      .mutation(async ({ ctx, input }) => {
        const [quote] = await quotes.setStatus(ctx.user, [input.id], input.status);
        if (!quote) throw new AppError('NOT_FOUND', 'Quote not found');
        return quote;
      }),

    change: adminProcedure('leads.write')
      .input(quoteChangeSchema)
      .output(adminQuoteSchema)
      .mutation(({ ctx, input }) => quotes.change(ctx.user, input)),

    similar: adminProcedure('leads.read')
      .input(similarQuotesSchema)
      .output(z.array(possibleDuplicateSchema))
      .query(({ input }) => quotes.similar(input)),

    merge: adminProcedure('leads.write')
      .meta({
        openapi: {
          method: 'POST',
          path: '/admin/quotes/{id}/merge',
          tags,
          summary: 'Merge a quote request into another of the same sender',
          description:
            'Its messages, proposals and request are shown with the other quote request. The merge can be undone.',
          errorResponses: [400, 401, 403, 404, 409],
        },
      })
      .input(mergeQuoteSchema)
      .output(adminQuoteSchema)
      .mutation(({ ctx, input }) => quotes.merge(ctx.user, input)),

    separate: adminProcedure('leads.write')
      .meta({
        openapi: {
          method: 'POST',
          path: '/admin/quotes/{id}/separate',
          tags,
          summary: 'Undo a merge',
          errorResponses: [400, 401, 403, 404, 409],
        },
      })
      .input(idSchema)
      .output(adminQuoteSchema)
      .mutation(({ ctx, input }) => quotes.separate(ctx.user, input.id)),

    setStatuses: adminProcedure('leads.write')
      .input(idsSchema.extend({ ...quoteStatusSchema.shape, isUndo: z.boolean().optional() }))
      .output(z.array(adminQuoteSchema))
      .mutation(({ ctx, input }) =>
        quotes.setStatus(ctx.user, input.ids, input.status, input.isUndo),
      ),

    /** Revokes the private links in emails about the quote. */
    revokeLink: adminProcedure('leads.write')
      .input(idSchema)
      .output(idSchema)
      .mutation(({ ctx, input }) => linked.revoke(ctx.user, input.id)),

    setSpam: adminProcedure('leads.write')
      .input(spamMarkSchema)
      .output(z.object({ changed: z.int() }))
      .mutation(({ ctx, input }) => quotes.setSpam(ctx.user, input.ids, input.isSpam)),

    addNote: adminProcedure('leads.write')
      .input(idSchema.extend(noteTextSchema.shape))
      .output(noteSchema)
      .mutation(async ({ ctx, input }) => {
        const { quote } = await quotes.get(input.id);
        return toNote(await audit.addNote(ctx.user, `quote:${quote.id}`, input.text));
      }),
  });
