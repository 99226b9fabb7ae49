import { and, asc, isNull, lte, or, sql } from 'drizzle-orm';

import type { SiteLinks } from '~/contract/pages/pages-schema';
import type { Database } from '~/server/platform/db/client';
import { pages } from '~/server/platform/db/schema/own-pages';

/** Returns the agency's public pages for the navigation and the footer, in order. */
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
  return async (): Promise<Pick<SiteLinks, 'bar' | 'footer'>> => {
    const rows = await linked.execute();
    const linksOf = (place: 'inNavigation' | 'inFooter') =>
      rows.filter((row) => row[place]).map(({ slug, title }) => ({ to: `/${slug}`, label: title }));
    return { bar: linksOf('inNavigation'), footer: linksOf('inFooter') };
  };
}
