import { z } from 'zod';

import { ownPageSchema } from '~/contract/own-pages/own-pages-schema';
import { pageBlocksSchema, pageKeySchema } from '~/contract/own-pages/page-blocks-schema';
import { soughtSlugSchema } from '~/contract/services/services-schema';
import { cacheTags } from '~/server/platform/cache/cache-tags';
import { publicProcedure, router } from '~/server/platform/trpc/trpc';
import type { OwnPages } from './own-pages.service';

export const createOwnPagesRouter = ({ ownPages }: { ownPages: OwnPages }) =>
  router({
    get: publicProcedure
      .meta({
        // Blocks of the page can show rows of any of these tables.
        cacheTags,
        openapi: {
          method: 'GET',
          path: '/pages/{slug}',
          tags: ['Pages'],
          protect: false,
          summary: 'One page of the agency, with the content of its blocks',
          description: 'An address of two segments is written with `%2F`.',
          errorResponses: [404],
        },
      })
      .input(z.object({ slug: soughtSlugSchema }))
      .output(ownPageSchema)
      .query(({ ctx, input }) =>
        ctx.pageDraft ? ownPages.preview(input.slug, ctx.pageDraft) : ownPages.get(input.slug),
      ),
  });

/** Blocks below the fixed pages. */
export const createPageBlocksRouter = ({ ownPages }: { ownPages: OwnPages }) =>
  router({
    below: publicProcedure
      // Blocks of the page can show rows of any of these tables.
      .meta({ cacheTags })
      .input(pageKeySchema)
      .output(pageBlocksSchema)
      .query(async ({ ctx: { pageDraft }, input: { page } }) =>
        pageDraft?.below === page ? ownPages.preview(page, pageDraft) : ownPages.below(page),
      ),
  });

/** Drafts of pages, for holders of a preview link. */
export const createPageDraftsRouter = ({ ownPages }: { ownPages: OwnPages }) =>
  router({
    byLink: publicProcedure
      .input(z.object({ token: z.string().max(200) }))
      .output(ownPageSchema)
      .query(({ input }) => ownPages.getByLink(input.token)),
  });
