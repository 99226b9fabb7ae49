import { z } from 'zod';

import { quotesListSchema } from '~/contract/admin/admin-lists-schema';
import { Refusal } from '~/contract/common/errors';
import { idSchema, idsSchema, pageSchema } from '~/contract/common/paging-schema';
import {
  adminQuoteSchema,
  noteSchema,
  noteTextSchema,
  quoteDetailSchema,
  quoteStatusSchema,
} from '~/contract/leads/leads-schema';
import { toNote } from '~/server/features/leads/related-activity';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';

const tags = ['Admin'];

export const quotesAdminRouter = router({
  list: adminProcedure
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
    .output(z.array(adminQuoteSchema))
    .query(async ({ ctx, input }) => (await ctx.domain.admin.quotes.search(input)).rows),

  page: adminProcedure
    .input(quotesListSchema)
    .output(pageSchema(adminQuoteSchema))
    .query(({ ctx, input }) => ctx.domain.admin.quotes.search(input)),

  get: adminProcedure
    .input(idSchema)
    .output(quoteDetailSchema)
    .query(({ ctx, input }) => ctx.domain.admin.quotes.get(input.id)),

  setStatus: adminProcedure
    .meta({
      openapi: {
        method: 'PUT',
        path: '/admin/quotes/{id}',
        tags,
        summary: 'Set the status of a quote request; any can follow any',
        errorResponses: [400, 401, 403, 404],
      },
    })
    .input(idSchema.extend(quoteStatusSchema.shape))
    .output(adminQuoteSchema)
    .mutation(async ({ ctx, input }) => {
      const [quote] = await ctx.domain.admin.quotes.setStatus(ctx.user, [input.id], input.status);
      if (!quote) throw new Refusal('NOT_FOUND', 'Quote not found');
      return quote;
    }),

  setStatuses: adminProcedure
    .input(idsSchema.extend(quoteStatusSchema.shape))
    .output(z.array(adminQuoteSchema))
    .mutation(({ ctx, input }) =>
      ctx.domain.admin.quotes.setStatus(ctx.user, input.ids, input.status),
    ),

  addNote: adminProcedure
    .input(idSchema.extend(noteTextSchema.shape))
    .output(noteSchema)
    .mutation(async ({ ctx, input }) => {
      const { quote } = await ctx.domain.admin.quotes.get(input.id);
      return toNote(
        await ctx.domain.admin.audit.addNote(ctx.user, `quote:${quote.id}`, input.text),
      );
    }),
});
