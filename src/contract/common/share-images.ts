/** Kinds of pages that have share images of their own; `site` stands for all others. */
export const shareKinds = ['services', 'portfolio', 'blog'] as const;
export type ShareKind = (typeof shareKinds)[number];

export const shareSize = { width: 1200, height: 630 };

/** @param about a page of its own kind; without it, the image that stands for the site */
export function shareImagePath(about?: { kind: ShareKind; slug: string }): string {
  return about ? `/share/${about.kind}/${encodeURIComponent(about.slug)}.png` : '/share/site.png';
}
