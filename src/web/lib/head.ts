/** What a page tells search engines and those who share it. */
export interface PageHead {
  title: string;
  description: string;
  /** Absolute path without query, such as '/services'. */
  path: string;
  publicUrl: string;
  siteName: string;
  type?: 'website' | 'article' | 'product';
  imageUrl?: string | null;
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
    { name: 'twitter:card', content: page.imageUrl ? 'summary_large_image' : 'summary' },
  ];
  if (page.imageUrl) {
    meta.push({ property: 'og:image', content: new URL(page.imageUrl, page.publicUrl).href });
  }
  return { meta, links: [{ rel: 'canonical', href: url }] };
}
