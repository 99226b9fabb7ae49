import { createHash } from 'node:crypto';

import { type LegalFacts, legalPages } from '~/contract/legal/legal';
import type { LegalText } from '~/contract/legal/legal-schema';
import type { Settings } from '~/server/features/settings/settings.service';
import { cookiesText } from './cookies';
import { privacyText } from './privacy';
import { termsText } from './terms';

type LegalPage = (typeof legalPages)[number];

const texts: Record<LegalPage, (facts: LegalFacts) => LegalText> = {
  privacy: privacyText,
  terms: termsText,
  cookies: cookiesText,
};

type Facts = Pick<Settings, 'getPublic' | 'getRetention'>;

async function factsOf(settings: Facts): Promise<LegalFacts> {
  const [{ brand, contact }, retention] = await Promise.all([
    settings.getPublic(),
    settings.getRetention(),
  ]);
  return { brand, contact, retention };
}

export async function legalTextOf(page: LegalPage, settings: Facts): Promise<LegalText> {
  return texts[page](await factsOf(settings));
}

/** Changes with every word of the legal texts, and with the settings that are in them. */
export async function legalDigest(settings: Facts): Promise<string> {
  const facts = await factsOf(settings);
  const all = legalPages.map((page) => texts[page](facts));
  return createHash('sha256').update(JSON.stringify(all)).digest('hex');
}
