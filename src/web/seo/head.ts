import { type ShareKind, shareImagePath, shareSize } from '~/contract/common/share-images';
import type { StructuredData } from './structured-data';

/** Metadata of a page for search engines and sharing. */
export interface PageHead {
  title: string;
  description: string;
  /** Absolute path without query, such as '/services'. */
  path: string;
  publicUrl: string;
  siteName: string;
  type?: 'website' | 'article' | 'product';
  /** The subject of its share image; the site by default. */
  share?: { kind: ShareKind; slug: string };
  /**
   * To be made on the server alone (`import.meta.env.SSR`): those who read it never run a script, and
   * browsers do without its code.
   */
  structuredData?: StructuredData[];
  /** Other forms of the page, such as feeds. */
  alternates?: { type: string; title: string; path: string }[];
}

export function pageHead(page: PageHead) {
  const url = page.publicUrl + page.path;
  const meta = [
    { title: page.title },
    { name: 'description', content: page.description },
    { property: 'og:type', content: page.type ?? 'website' },
    { property: 'og:site_name', content: page.siteName },
    { property: 'og:title', content: page.title },
    { property: 'og:description', content: page.description },
    { property: 'og:url', content: url },
    { property: 'og:image', content: page.publicUrl + shareImagePath(page.share) },
    { property: 'og:image:width', content: String(shareSize.width) },
    { property: 'og:image:height', content: String(shareSize.height) },
    { name: 'twitter:card', content: 'summary_large_image' },
    ...(page.structuredData ?? []).map(structured),
  ];
  const alternates = (page.alternates ?? []).map(({ type, title, path }) => ({
    rel: 'alternate',
    type,
    title,
    href: page.publicUrl + path,
  }));
  return { meta, links: [{ rel: 'canonical', href: url }, ...alternates] };
}

/** The router turns it into a script of its own kind, which its type for a tag does not say. */
function structured(data: StructuredData): { title?: string } {
  return { 'script:ld+json': data } as object;
}

/** The head of a private page: not indexed, no description. */
export function privateHead(title: string, siteName = '') {
  return {
    meta: [{ title: `${title} | ${siteName}` }, { name: 'robots', content: 'noindex' }],
  };
}

/** The same for a page whose address is the key to it: no site that it links to learns it. */
export function privateLinkHead(title: string, siteName?: string) {
  const { meta } = privateHead(title, siteName);
  return { meta: [...meta, { name: 'referrer', content: 'no-referrer' }] };
}
