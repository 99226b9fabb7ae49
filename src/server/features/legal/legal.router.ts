import { z } from 'zod';

import {
  cookieEntrySchema,
  legalPageSchema,
  legalTextSchema,
  legalVersionRefSchema,
} from '~/contract/legal/legal-schema';
import { publicProcedure, router } from '~/server/platform/trpc/trpc';
import { cookieEntries } from './cookies';
import type { Legal } from './legal.service';

export const createLegalRouter = ({ legal }: { legal: Legal }) =>
  router({
    text: publicProcedure
      .meta({ cacheTags: ['settings', 'legal_versions'] })
      .input(z.object({ page: legalPageSchema }))
      .output(legalTextSchema)
      .query(({ input }) => legal.text(input.page)),

    version: publicProcedure
      .meta({ cacheTags: ['settings', 'legal_versions'] })
      .input(legalVersionRefSchema)
      .output(legalTextSchema)
      .query(({ input }) => legal.text(input.page, input.version)),

    cookies: publicProcedure
      .meta({ cacheTags: [] })
      .input(z.void())
      .output(z.array(cookieEntrySchema))
      .query(() => cookieEntries),
  });
