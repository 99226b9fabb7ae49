import { and, asc, eq, lte } from 'drizzle-orm';

import { legalPath, moreLegalPages } from '~/contract/legal/legal';
import type { LegalLink } from '~/contract/legal/legal-schema';
import type { Database } from '~/server/platform/db/client';
import { legalVersions } from '~/server/platform/db/schema/legal';
import { siteLanguage } from '~/server/platform/db/site-language';

/** Returns links to the published optional pages, for the footer of every page. @param today the agency's date */
export async function legalLinks(
  db: Pick<Database, 'select'>,
  today: string,
): Promise<LegalLink[]> {
  const { page, title, isWithdrawn } = legalVersions;
  const rows = await db
    .select({ page, title, isWithdrawn })
    .from(legalVersions)
    .where(and(eq(legalVersions.locale, siteLanguage), lte(legalVersions.effectiveOn, today)))
    .orderBy(asc(legalVersions.version));
  return moreLegalPages.flatMap((one) => {
    const newest = rows.filter((row) => row.page === one).at(-1);
    return newest && !newest.isWithdrawn ? [{ path: legalPath(one), title: newest.title }] : [];
  });
}
