import { and, asc, desc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';

import { pages as fixedPages, pageKeys } from '~/contract/pages/pages';
import type { SiteLinks } from '~/contract/pages/pages-schema';
import type { Database } from '~/server/platform/db/client';
import { pages, pageVersions } from '~/server/platform/db/schema/own-pages';
import { siteLanguage } from '~/server/platform/db/site-language';

/** The public pages of the agency that the navigation and the footer name, in their order, and the pages that it has extended. */
export function createOwnPageLinks(db: Database) {
  const linked = db
    .select({
      slug: pages.slug,
      title: pages.title,
      inNavigation: pages.inNavigation,
      inFooter: pages.inFooter,
    })
    .from(pages)
    .where(
      and(
        isNull(pages.deletedAt),
        lte(pages.publishedAt, sql`now()`),
        or(pages.inNavigation, pages.inFooter),
      ),
    )
    .orderBy(asc(pages.position), asc(pages.id))
    .prepare('pages_linked');
  const newestBelow = db
    .selectDistinctOn([pageVersions.fixedPage], {
      page: pageVersions.fixedPage,
      count: sql<number>`jsonb_array_length(${pageVersions.blocks})`,
    })
    .from(pageVersions)
    .where(and(isNotNull(pageVersions.fixedPage), eq(pageVersions.locale, siteLanguage)))
    .orderBy(asc(pageVersions.fixedPage), desc(pageVersions.version))
    .prepare('pages_extended');
  return async (): Promise<Pick<SiteLinks, 'bar' | 'footer' | 'extended'>> => {
    const [rows, below] = await Promise.all([linked.execute(), newestBelow.execute()]);
    const extended = pageKeys
      .filter((key) => below.some(({ page, count }) => page === key && count > 0))
      .map((key) => [fixedPages[key].path, key]);
    const linksOf = (place: 'inNavigation' | 'inFooter') =>
      rows.filter((row) => row[place]).map(({ slug, title }) => ({ to: `/${slug}`, label: title }));
    return {
      bar: linksOf('inNavigation'),
      footer: linksOf('inFooter'),
      ...(extended.length > 0 && { extended: Object.fromEntries(extended) }),
    };
  };
}
