interface PageInfo {
  path: string;
  /** Label in the navigation. */
  label: string;
  /** Label in the footer and in llms.txt, if it differs. */
  footerLabel?: string;
  /**
   * Description in llms.txt. Undefined if llms.txt omits the page or lists the page's entries
   * instead.
   */
  summary: string | undefined;
}

/** Texts for search results and the browser tab. */
interface SearchTexts {
  /** Title in search results, shown before the agency's name. */
  searchTitle: string;
  /** Description in search results; defaults to the page's lead. */
  searchText: string;
}

/** Public pages that an agency can rename, order and hide. The sitemap, page view counts and llms.txt use this list. */
export const builtInPages = {
  // Search results show the brand's texts for the landing page.
  home: { path: '/', label: 'Home', summary: undefined },
  services: {
    path: '/services',
    label: 'Services',
    summary: undefined,
    searchTitle: 'Services and prices',
    searchText:
      'What we do, what it costs and how long it takes: web development, e-commerce, marketing, social media, branding and consulting.',
  },
  about: {
    path: '/about',
    label: 'About Us',
    footerLabel: 'About',
    summary: 'Who the agency is and how it works.',
    searchTitle: 'About us',
    searchText: '',
  },
  portfolio: {
    path: '/portfolio',
    label: 'Portfolio',
    summary: undefined,
    searchTitle: 'Portfolio: our work and what it changed',
    searchText:
      'Case studies of websites, shops, campaigns and brands: what did not work, what we did about it and what changed, in figures.',
  },
  blog: {
    path: '/blog',
    label: 'Blog',
    summary: undefined,
    searchTitle: 'Blog: notes from the work',
    searchText:
      'What we learned while building websites, shops and campaigns for small and mid-sized businesses, written by the people who did the work.',
  },
  contact: {
    path: '/contact',
    label: 'Contact',
    summary: 'Send a message.',
    searchTitle: 'Contact',
    searchText:
      'Write, call or visit. Tell {agency} what you have and what you need, and get an honest answer from a person within {answer time}.',
  },
  pricing: {
    path: '/pricing',
    label: 'Pricing',
    summary: undefined,
    searchTitle: 'Pricing: monthly and yearly plans',
    searchText:
      'Plans that keep a site running after launch: hours of work, updates, monitoring and reports, paid monthly or yearly. Cancel any time.',
  },
  careers: {
    path: '/careers',
    label: 'Careers',
    summary: undefined,
    searchTitle: 'Careers: open positions',
    searchText:
      'Open positions at {agency}: what the first month looks like, what the job pays and how to apply.',
  },
} satisfies { home: PageInfo } & Record<string, PageInfo | (PageInfo & SearchTexts)>;

export type PageKey = keyof typeof builtInPages;
export const pageKeys = Object.keys(builtInPages) as [PageKey, ...PageKey[]];
/** Pages with their own texts for search results. */
export type SearchedPage = Exclude<PageKey, 'home'>;

const infos: Record<PageKey, PageInfo> = builtInPages;
export const footerLabelOf = (key: PageKey): string => infos[key].footerLabel ?? infos[key].label;

const searched: Record<SearchedPage, SearchTexts> = builtInPages;
export const searchTextsOf = (key: SearchedPage): SearchTexts => ({
  searchTitle: searched[key].searchTitle,
  searchText: searched[key].searchText,
});

/** Pages that can be hidden. The others are required: visitors start there, and leads come from them. */
export const hideablePages = ['about', 'portfolio', 'blog', 'pricing', 'careers'] as const;
export type HideablePage = (typeof hideablePages)[number];

/** Pages in the navigation, in order, and the hidden pages. */
export interface Navigation {
  bar: PageKey[];
  hidden: HideablePage[];
}

export const defaultNavigation: Navigation = {
  bar: ['services', 'home', 'about', 'portfolio', 'blog', 'contact'],
  hidden: [],
};

/** Pages in the footer, listed below the agency's own heading. */
export const footerPages: readonly PageKey[] = ['about', 'portfolio', 'blog', 'contact', 'careers'];

/** Placeholders in texts, filled in wherever they are shown. */
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
