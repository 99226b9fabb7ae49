interface PageInfo {
  path: string;
  /** In the navigation. */
  label: string;
  /** In the footer and in llms.txt, where it differs. */
  footerLabel?: string;
  /** What llms.txt says of it; nothing of a page whose content is listed there, or that is left out. */
  summary: string | undefined;
}

/** In search results and in the browser's tab. */
interface SearchTexts {
  /** Before the agency's name. */
  searchTitle: string;
  /** Empty for the page's lead. */
  searchText: string;
}

/** The public pages that an agency can name, order and hide. The sitemap, the counting of views and llms.txt have them from here. */
export const pages = {
  // What search results show of it is the brand's.
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

export type PageKey = keyof typeof pages;
export const pageKeys = Object.keys(pages) as [PageKey, ...PageKey[]];
/** The pages with texts of their own for search results. */
export type SearchedPage = Exclude<PageKey, 'home'>;

const infos: Record<PageKey, PageInfo> = pages;
export const footerLabelOf = (key: PageKey): string => infos[key].footerLabel ?? infos[key].label;

const searched: Record<SearchedPage, SearchTexts> = pages;
export const searchTextsOf = (key: SearchedPage): SearchTexts => ({
  searchTitle: searched[key].searchTitle,
  searchText: searched[key].searchText,
});

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
