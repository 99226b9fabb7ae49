import { z } from 'zod';

import { int4Max } from '~/contract/common/limits';
import { idSchema, versionShape } from '~/contract/common/paging-schema';
import { contentSchemas } from '~/contract/content/content-schemas';
import { contentTypes } from '~/contract/content/content-types';
import { adminOwnPageSchema, pageVersionSchema } from '~/contract/own-pages/own-pages-schema';
import {
  adminPageBlocksSchema,
  pageBlocksChangeSchema,
  pageBlocksVersionSchema,
  pageKeySchema,
} from '~/contract/own-pages/page-blocks-schema';
import { createCrudRouter } from '~/server/features/content/crud/crud-router';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { OwnPagesAdmin } from './own-pages.panel';
import type { PageBlocksAdmin } from './page-blocks.panel';

const createCrud = (ownPages: OwnPagesAdmin) =>
  createCrudRouter({
    ...contentTypes.ownPages,
    ...contentSchemas.ownPages,
    service: ownPages,
    isDraft: ({ status = 'draft', publishAt = null }) => status === 'draft' && publishAt === null,
  });

/** Built-in sections of the fixed pages, and the blocks below them. */
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

export const createOwnPagesAdminRouter = ({ ownPages }: { ownPages: OwnPagesAdmin }) =>
  router({
    ...createCrud(ownPages)._def.record,

    versions: adminProcedure('content.read')
      .input(idSchema)
      .output(z.array(pageVersionSchema))
      .query(({ input }) => ownPages.versions(input.id)),

    restoreVersion: adminProcedure('content.write')
      .input(idSchema.extend({ version: z.int().min(1).max(int4Max), ...versionShape }))
      .output(adminOwnPageSchema)
      .mutation(({ ctx, input }) => ownPages.restoreVersion(ctx.user, input)),

    /** A mutation, because it creates a link if there is none. */
    previewLink: adminProcedure('content.write')
      .input(idSchema)
      .output(z.object({ url: z.url() }))
      .mutation(({ input }) => ownPages.previewLink(input.id)),

    revokePreviewLinks: adminProcedure('content.write')
      .input(idSchema)
      .output(z.object({ id: z.int() }))
      .mutation(({ ctx, input }) => ownPages.revokePreviewLinks(ctx.user, input.id)),
  });
