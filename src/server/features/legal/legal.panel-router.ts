import { z } from 'zod';

import {
  legalChangeSchema,
  legalDraftSchema,
  legalPageSchema,
  legalRecordSchema,
  legalSummarySchema,
  legalTextSchema,
} from '~/contract/legal/legal-schema';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { LegalAdmin } from './legal.panel';
import type { Legal } from './legal.service';

export const createLegalAdminRouter = ({
  legal,
  texts,
}: {
  legal: LegalAdmin;
  texts: Pick<Legal, 'preview'>;
}) =>
  router({
    list: adminProcedure('settings.read')
      .input(z.void())
      .output(z.array(legalSummarySchema))
      .query(() => legal.list()),

    get: adminProcedure('settings.read')
      .input(z.object({ page: legalPageSchema }))
      .output(legalRecordSchema)
      .query(({ input }) => legal.get(input.page)),

    // A mutation although it changes nothing, because the text is too long for a URL.
    preview: adminProcedure('settings.read')
      .input(legalDraftSchema)
      .output(legalTextSchema)
      .mutation(({ input }) => texts.preview(input)),

    save: adminProcedure('settings.write')
      .input(legalChangeSchema)
      .output(legalRecordSchema)
      .mutation(({ ctx, input }) => legal.save(ctx.user, input)),

    withdraw: adminProcedure('settings.write')
      .input(legalChangeSchema.pick({ page: true, seenVersion: true }))
      .output(legalRecordSchema)
      .mutation(({ ctx, input }) => legal.withdraw(ctx.user, input)),
  });
