import { z } from 'zod';

import {
  adminPageBlocksSchema,
  pageBlocksChangeSchema,
  pageBlocksVersionSchema,
  pageKeySchema,
} from '~/contract/built-in-pages/page-blocks-schema';
import { int4Max } from '~/contract/common/limits';
import { idSchema, versionShape } from '~/contract/common/paging-schema';
import { contentSchemas } from '~/contract/content/content-schemas';
import { contentTypes } from '~/contract/content/content-types';
import {
  adminCustomPageSchema,
  pageVersionSchema,
} from '~/contract/custom-pages/custom-pages-schema';
import type { PageBlocksAdmin } from '~/server/features/content/built-in-pages/page-blocks.panel';
import { createCrudRouter } from '~/server/features/content/crud/crud-router';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { CustomPagesAdmin } from './custom-pages.panel';

const createCrud = (customPages: CustomPagesAdmin) =>
  createCrudRouter({
    ...contentTypes.customPages,
    ...contentSchemas.customPages,
    service: customPages,
    isDraft: ({ status = 'draft', publishAt = null }) => status === 'draft' && publishAt === null,
  });

/** Built-in sections of the built-in pages, and the blocks below them. */
export const createPageBlocksAdminRouter = ({ pageBlocks }: { pageBlocks: PageBlocksAdmin }) =>
  router({
    get: adminProcedure('content.read')
      .input(pageKeySchema)
      .output(adminPageBlocksSchema)
      .query(({ input }) => pageBlocks.get(input.page)),

    versions: adminProcedure('content.read')
      .input(pageKeySchema)
      .output(z.array(pageBlocksVersionSchema))
      .query(({ input }) => pageBlocks.versions(input.page)),

    save: adminProcedure('content.write')
      .input(pageBlocksChangeSchema)
      .output(adminPageBlocksSchema)
      .mutation(({ ctx, input }) => pageBlocks.save(ctx.user, input)),

    restoreVersion: adminProcedure('content.write')
      .input(
        pageKeySchema.extend({
          version: z.int().min(1).max(int4Max),
          expectedVersion: z.int().optional(),
        }),
      )
      .output(adminPageBlocksSchema)
      .mutation(({ ctx, input }) => pageBlocks.restoreVersion(ctx.user, input)),
  });

export const createCustomPagesAdminRouter = ({ customPages }: { customPages: CustomPagesAdmin }) =>
  router({
    ...createCrud(customPages)._def.record,

    versions: adminProcedure('content.read')
      .input(idSchema)
      .output(z.array(pageVersionSchema))
      .query(({ input }) => customPages.versions(input.id)),

    restoreVersion: adminProcedure('content.write')
      .input(idSchema.extend({ version: z.int().min(1).max(int4Max), ...versionShape }))
      .output(adminCustomPageSchema)
      .mutation(({ ctx, input }) => customPages.restoreVersion(ctx.user, input)),

    /** A mutation, because it creates a link if there is none. */
    previewLink: adminProcedure('content.write')
      .input(idSchema)
      .output(z.object({ url: z.url() }))
      .mutation(({ input }) => customPages.previewLink(input.id)),

    revokePreviewLinks: adminProcedure('content.write')
      .input(idSchema)
      .output(z.object({ id: z.int() }))
      .mutation(({ ctx, input }) => customPages.revokePreviewLinks(ctx.user, input.id)),
  });
