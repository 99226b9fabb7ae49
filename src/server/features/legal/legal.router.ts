import { z } from 'zod';

import { legalPages } from '~/contract/legal/legal';
import { cookieEntrySchema, legalTextSchema } from '~/contract/legal/legal-schema';
import type { Settings } from '~/server/features/settings/settings.service';
import { publicProcedure, router } from '~/server/platform/trpc/trpc';
import { cookieEntries } from './cookies';
import { legalTextOf } from './texts';

export const createLegalRouter = ({ settings }: { settings: Settings }) =>
  router({
    text: publicProcedure
      .meta({ cacheTags: ['settings'] })
      .input(z.object({ page: z.enum(legalPages) }))
      .output(legalTextSchema)
      .query(({ input }) => legalTextOf(input.page, settings)),

    cookies: publicProcedure
      .meta({ cacheTags: [] })
      .input(z.void())
      .output(z.array(cookieEntrySchema))
      .query(() => cookieEntries),
  });
