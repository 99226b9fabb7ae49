import { type ShareKind, shareImagePath, shareSize } from '~/contract/common/share-images';
import type { StructuredData } from './structured-data';

/** Metadata of a page for search engines and sharing. Returned by the page's loader, together with its texts. */
export interface PageHead {
  title: string;
  description: string;
  /** Absolute path without query, such as '/services'. */
  path: string;
  siteName: string;
  type?: 'website' | 'article' | 'product';
  /** Subject of the share image. Defaults to the site. */
  share?: { kind: ShareKind; slug: string };
  /** Alternative versions of the page, such as feeds. */
  alternates?: { type: string; title: string; path: string }[];
}

const structuredData = new WeakMap<PageHead, StructuredData[]>();

/**
 * Returns the page's metadata for a loader, and stores its structured data for `pageHead`.
 *
 * @param data structured data, created only on the server (`import.meta.env.SSR`), because browsers
 * do not need it. It is stored separately from the metadata, because a loader's data is also sent
 * to the browser.
 */
export function loadedHead(head: PageHead, data: StructuredData[] = []): { head: PageHead } {
  if (import.meta.env.SSR) structuredData.set(head, data);
  return { head };
}

/** Returns the tags for a loader's data, for a route's `head`. */
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
  ];
  const alternates = (page.alternates ?? []).map(({ type, title, path }) => ({
    rel: 'alternate',
    type,
    title,
    href: publicUrl + path,
  }));
  const scripts = ((import.meta.env.SSR && structuredData.get(page)) || []).map((data) => ({
    type: 'application/ld+json',
    // Text such as '</script>' would end the element.
    children: JSON.stringify(data).replaceAll('<', '\\u003c'),
  }));
  return { meta, links: [{ rel: 'canonical', href: url }, ...alternates], scripts };
}

/** Returns the head of a private page, which is not indexed and has no description. */
export function privateHead(title: string, siteName = '') {
  return {
    meta: [
      { title: siteName ? `${title} | ${siteName}` : title },
      { name: 'robots', content: 'noindex' },
    ],
  };
}

/**
 * Returns the head of a page with a secret URL. Prevents browsers from sending the URL to linked
 * sites.
 */
export function privateLinkHead(title: string, siteName?: string) {
  const { meta } = privateHead(title, siteName);
  return { meta: [...meta, { name: 'referrer', content: 'no-referrer' }] };
}
