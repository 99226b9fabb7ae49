import { z } from 'zod';

import { pageBlocksSchema, pageKeySchema } from '~/contract/built-in-pages/page-blocks-schema';
import { customPageSchema } from '~/contract/custom-pages/custom-pages-schema';
import { soughtSlugSchema } from '~/contract/services/services-schema';
import { cacheTags } from '~/server/platform/cache/cache-tags';
import { publicProcedure, router } from '~/server/platform/trpc/trpc';
import type { CustomPages } from './custom-pages.service';

export const createCustomPagesRouter = ({ customPages }: { customPages: CustomPages }) =>
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
      .output(customPageSchema)
      .query(({ ctx, input }) =>
        ctx.pageDraft
          ? customPages.preview(input.slug, ctx.pageDraft)
          : customPages.get(input.slug),
      ),
  });

/** Blocks below the built-in pages. */
export const createPageBlocksRouter = ({ customPages }: { customPages: CustomPages }) =>
  router({
    below: publicProcedure
      // Blocks of the page can show rows of any of these tables.
      .meta({ cacheTags })
      .input(pageKeySchema)
      .output(pageBlocksSchema)
      .query(async ({ ctx: { pageDraft }, input: { page } }) =>
        pageDraft?.below === page ? customPages.preview(page, pageDraft) : customPages.below(page),
      ),
  });

/** Drafts of pages, for holders of a preview link. */
export const createPageDraftsRouter = ({ customPages }: { customPages: CustomPages }) =>
  router({
    byLink: publicProcedure
      .input(z.object({ token: z.string().max(200) }))
      .output(customPageSchema)
      .query(({ input }) => customPages.getByLink(input.token)),
  });
