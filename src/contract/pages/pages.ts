/** The public pages that an agency can name, order and hide. */
export const pageKeys = [
  'home',
  'services',
  'about',
  'portfolio',
  'blog',
  'contact',
  'pricing',
  'careers',
] as const;
export type PageKey = (typeof pageKeys)[number];

interface PageInfo {
  path: string;
  /** In the navigation. */
  label: string;
  /** In the footer, where it differs. */
  footerLabel?: string;
}

export const pages: Record<PageKey, PageInfo> = {
  home: { path: '/', label: 'Home' },
  services: { path: '/services', label: 'Services' },
  about: { path: '/about', label: 'About Us', footerLabel: 'About' },
  portfolio: { path: '/portfolio', label: 'Portfolio' },
  blog: { path: '/blog', label: 'Blog' },
  contact: { path: '/contact', label: 'Contact' },
  pricing: { path: '/pricing', label: 'Pricing' },
  careers: { path: '/careers', label: 'Careers' },
};

/** The site cannot do without the others: they are where visitors begin, and where leads come from. */
export const hideablePages = ['about', 'portfolio', 'blog', 'pricing', 'careers'] as const;
export type HideablePage = (typeof hideablePages)[number];

/** Which pages the navigation names, in its order, and which are not there at all. */
export interface Navigation {
  bar: PageKey[];
  hidden: HideablePage[];
}

export const defaultNavigation: Navigation = {
  bar: ['services', 'home', 'about', 'portfolio', 'blog', 'contact'],
  hidden: [],
};

/** In the footer, below the agency's own heading. */
export const footerPages: readonly PageKey[] = ['about', 'portfolio', 'blog', 'contact', 'careers'];

/** What a text may name: filled in wherever it is shown. */
export const placeholders = {
  '{agency}': 'the name of the agency',
  '{answer time}': 'how soon leads are answered, such as one working day',
} as const;

export function fillPlaceholders(
  text: string,
  values: Record<keyof typeof placeholders, string>,
): string {
  return text.replaceAll(
    /\{agency\}|\{answer time\}/g,
    (name) => values[name as keyof typeof placeholders],
  );
}
