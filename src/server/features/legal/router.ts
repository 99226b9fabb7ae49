import { z } from 'zod';

import { type LegalFacts, type LegalText, legalPages } from '~/contract/legal/legal';
import { cookieEntrySchema, legalTextSchema } from '~/contract/legal/legal-schema';
import type { Context } from '~/server/platform/trpc/context';
import { publicProcedure, router } from '~/server/platform/trpc/trpc';
import { cookieEntries, cookiesText } from './cookies';
import { privacyText } from './privacy';
import { termsText } from './terms';

const texts: Record<(typeof legalPages)[number], (facts: LegalFacts) => LegalText> = {
  privacy: privacyText,
  terms: termsText,
  cookies: cookiesText,
};

async function factsOf({ domain }: Context): Promise<LegalFacts> {
  const [{ brand, contact }, retention] = await Promise.all([
    domain.settings.getPublic(),
    domain.settings.getRetention(),
  ]);
  return { brand, contact, retention };
}

export const legalRouter = router({
  text: publicProcedure
    .meta({ shows: ['settings'] })
    .input(z.object({ page: z.enum(legalPages) }))
    .output(legalTextSchema)
    .query(async ({ ctx, input }) => texts[input.page](await factsOf(ctx))),

  cookies: publicProcedure
    .meta({ shows: [] })
    .input(z.void())
    .output(z.array(cookieEntrySchema))
    .query(() => cookieEntries),
});
