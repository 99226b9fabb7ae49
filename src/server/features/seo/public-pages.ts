import { builtInPages, pageKeys } from '~/contract/built-in-pages/built-in-pages';
import type { Blog } from '~/server/features/content/blog/blog.service';
import type { CustomPages } from '~/server/features/content/custom-pages/custom-pages.service';
import type { Portfolio } from '~/server/features/content/portfolio/portfolio.service';
import type { Services } from '~/server/features/content/services/services.service';
import type { Settings } from '~/server/features/settings/settings.service';

/** Pages that list entries. The date of such a page is the date of its newest entry. */
const datedPages = new Set<string>(['home', 'services', 'portfolio', 'blog']);
/** Pages whose date of change is not stored. */
const plainPages = [
  ...pageKeys.filter((key) => !datedPages.has(key)).map((key) => builtInPages[key].path),
  '/privacy',
  '/terms',
  '/cookies',
];

export interface PublicPage {
  path: string;
  /** Time of the last change, if known. */
  changed: Date | undefined;
}

interface Content {
  services: Pick<Services, 'listDated'>;
  portfolio: Pick<Portfolio, 'listDated'>;
  blog: Pick<Blog, 'listDated'>;
  customPages: Pick<CustomPages, 'listNamed'>;
  settings: Pick<Settings, 'getHiddenPages' | 'getLegalLinks'>;
}

/** Returns a function that checks whether a path belongs to a page that the agency has not hidden. */
export async function readShownPaths(
  settings: Pick<Settings, 'getHiddenPages'>,
): Promise<(path: string) => boolean> {
  const hidden = (await settings.getHiddenPages()).map((page) => builtInPages[page].path);
  return (path) => !hidden.includes(path);
}

/** Lists all public pages, for the sitemap and for counting their views. */
export async function listPublicPages(content: Content): Promise<PublicPage[]> {
  const [services, items, posts, customPages, hasPath, legalLinks] = await Promise.all([
    content.services.listDated(),
    content.portfolio.listDated(),
    content.blog.listDated(),
    content.customPages.listNamed(),
    readShownPaths(content.settings),
    content.settings.getLegalLinks(),
  ]);
  return [
    list('/', [...services, ...items]),
    list('/services', services),
    ...each('/services', services),
    ...(hasPath('/portfolio') ? [list('/portfolio', items), ...each('/portfolio', items)] : []),
    ...(hasPath('/blog') ? [list('/blog', posts), ...each('/blog', posts)] : []),
    ...plainPages.filter(hasPath).map((path) => ({ path, changed: undefined })),
    ...customPages.map(({ slug, updatedAt }) => ({ path: `/${slug}`, changed: updatedAt })),
    ...legalLinks.map(({ path }) => ({ path, changed: undefined })),
  ];
}

interface Dated {
  slug: string;
  updatedAt: Date;
}

export const latest = (dates: Date[]) => dates.reduce((a, b) => (a > b ? a : b), new Date(0));

const list = (path: string, rows: Dated[]): PublicPage => ({
  path,
  changed: rows.length > 0 ? latest(rows.map(({ updatedAt }) => updatedAt)) : undefined,
});

const each = (path: string, rows: Dated[]): PublicPage[] =>
  rows.map(({ slug, updatedAt }) => ({
    path: `${path}/${encodeURIComponent(slug)}`,
    changed: updatedAt,
  }));
