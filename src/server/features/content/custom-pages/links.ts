import { and, asc, isNull, lte, or, sql } from 'drizzle-orm';

import type { SiteLinks } from '~/contract/built-in-pages/built-in-pages-schema';
import type { Database } from '~/server/platform/db/client';
import { customPages } from '~/server/platform/db/schema/pages';

/**
 * Returns a function that reads the links to the agency's public pages in the navigation and the
 * footer, in order.
 */
export function createCustomPageLinks(db: Database) {
  const linked = db
    .select({
      slug: customPages.slug,
      title: customPages.title,
      inNavigation: customPages.inNavigation,
      inFooter: customPages.inFooter,
    })
    .from(customPages)
    .where(
      and(
        isNull(customPages.deletedAt),
        lte(customPages.publishedAt, sql`now()`),
        or(customPages.inNavigation, customPages.inFooter),
      ),
    )
    .orderBy(asc(customPages.position), asc(customPages.id))
    .prepare('pages_linked');
  return async (): Promise<Pick<SiteLinks, 'bar' | 'footer'>> => {
    const rows = await linked.execute();
    const linksOf = (place: 'inNavigation' | 'inFooter') =>
      rows.filter((row) => row[place]).map(({ slug, title }) => ({ to: `/${slug}`, label: title }));
    return { bar: linksOf('inNavigation'), footer: linksOf('inFooter') };
  };
}
