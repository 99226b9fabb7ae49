import { type ShareKind, shareImagePath, shareSize } from '~/contract/common/share-images';
import type { StructuredData } from './structured-data';

/** Metadata of a page for search engines and sharing, returned by its loader, since its texts come with the page. */
export interface PageHead {
  title: string;
  description: string;
  /** Absolute path without query, such as '/services'. */
  path: string;
  siteName: string;
  type?: 'website' | 'article' | 'product';
  /** Subject of its share image; the site by default. */
  share?: { kind: ShareKind; slug: string };
  /** Alternative forms of the page, such as feeds. */
  alternates?: { type: string; title: string; path: string }[];
}

const structuredData = new WeakMap<PageHead, StructuredData[]>();

/**
 * For a loader: returns the page's metadata with its structured data.
 *
 * @param data created only on the server (`import.meta.env.SSR`): its readers run no scripts, and browsers do not need its code.
 * It is stored beside the metadata, since a loader's data is also sent to the browser.
 */
export function loadedHead(head: PageHead, data: StructuredData[] = []): { head: PageHead } {
  if (import.meta.env.SSR) structuredData.set(head, data);
  return { head };
}

/** For a route's `head`: returns the tags for its loader's data. */
export function pageHead({
  loaderData,
  match,
}: {
  loaderData?: { head: PageHead } | undefined;
  match: { context: { publicUrl: string } };
}) {
  if (!loaderData) return {};
  const { head: page } = loaderData;
  const { publicUrl } = match.context;
  const url = publicUrl + page.path;
  const meta = [
    { title: page.title },
    { name: 'description', content: page.description },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:site_name', content: page.siteName },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: publicUrl + shareImagePath(page.share) },
    { property: 'og:image:width', content: String(shareSize.width) },
    { property: 'og:image:height', content: String(shareSize.height) },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...((import.meta.env.SSR && structuredData.get(page)) || []).map(structured),
  ];
  const alternates = (page.alternates ?? []).map(({ type, title, path }) => ({
    rel: 'alternate',
    type,
    title,
    href: publicUrl + path,
  }));
  return { meta, links: [{ rel: 'canonical', href: url }, ...alternates] };
}

/** The router turns it into a script element, which its type for a tag does not include. */
function structured(data: StructuredData): { title?: string } {
  return { 'script:ld+json': data } as object;
}

/** Returns the head of a private page: not indexed, no description. */
export function privateHead(title: string, siteName = '') {
  return {
    meta: [
      { title: siteName ? `${title} | ${siteName}` : title },
      { name: 'robots', content: 'noindex' },
    ],
  };
}

/** Returns the head of a page whose address is a secret: no linked site may learn it. */
export function privateLinkHead(title: string, siteName?: string) {
  const { meta } = privateHead(title, siteName);
  return { meta: [...meta, { name: 'referrer', content: 'no-referrer' }] };
}
