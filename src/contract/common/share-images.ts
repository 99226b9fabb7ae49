/** Kinds of pages that have their own share images; all others use the site's. */
export const shareKinds = ['services', 'portfolio', 'blog'] as const;
export type ShareKind = (typeof shareKinds)[number];

export const shareSize = { width: 1200, height: 630 };

/** Returns the path of a share image. @param about page with an image of its own; omitted for the site's image */
export function shareImagePath(about?: { kind: ShareKind; slug: string }): string {
  return about ? `/share/${about.kind}/${encodeURIComponent(about.slug)}.png` : '/share/site.png';
}
