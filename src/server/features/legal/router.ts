import { z } from 'zod';

import { type LegalFacts, legalPages } from '~/contract/legal/legal';
import type { LegalText } from '~/contract/legal/legal-schema';
import { cookieEntrySchema, legalTextSchema } from '~/contract/legal/legal-schema';
import type { Settings } from '~/server/features/settings/service';
import { publicProcedure, router } from '~/server/platform/trpc/trpc';
import { cookieEntries, cookiesText } from './cookies';
import { privacyText } from './privacy';
import { termsText } from './terms';

const texts: Record<(typeof legalPages)[number], (facts: LegalFacts) => LegalText> = {
  privacy: privacyText,
  terms: termsText,
  cookies: cookiesText,
};

async function factsOf(settings: Settings): Promise<LegalFacts> {
  const [{ brand, contact }, retention] = await Promise.all([
    settings.getPublic(),
    settings.getRetention(),
  ]);
  return { brand, contact, retention };
}

export const createLegalRouter = ({ settings }: { settings: Settings }) =>
  router({
    text: publicProcedure
      .meta({ cacheTags: ['settings'] })
      .input(z.object({ page: z.enum(legalPages) }))
      .output(legalTextSchema)
      .query(async ({ input }) => texts[input.page](await factsOf(settings))),

    cookies: publicProcedure
      .meta({ cacheTags: [] })
      .input(z.void())
      .output(z.array(cookieEntrySchema))
      .query(() => cookieEntries),
  });
