import type { PageKey } from './pages';

interface SearchTexts {
  /** Before the agency's name. */
  searchTitle: string;
  /** Empty for the page's lead. */
  searchText: string;
}

/** Titles and descriptions of pages in search results and in the browser's tab. Those of the landing page are the brand's. */
export const searchTexts: Record<Exclude<PageKey, 'home'>, SearchTexts> = {
  services: {
    searchTitle: 'Services and prices',
    searchText:
      'What we do, what it costs to begin and how long it takes: web development, e-commerce, marketing, social media, branding and consulting.',
  },
  about: { searchTitle: 'About us', searchText: '' },
  portfolio: {
    searchTitle: 'Portfolio: work and what came of it',
    searchText:
      'Websites, shops, campaigns and identities as case studies: what did not work, what was done about it, and what changed, in figures.',
  },
  blog: {
    searchTitle: 'Blog: notes from the work',
    searchText:
      'What we learnt while building websites, shops and campaigns for small and middle-sized businesses, written down by the people who did the work.',
  },
  contact: {
    searchTitle: 'Contact',
    searchText:
      'Write, call or come by. Tell {agency} what you have and what you need, and you get an honest answer from a person, within {answer time}.',
  },
  pricing: {
    searchTitle: 'Pricing: plans by the month or the year',
    searchText:
      'Plans that keep a site running after its launch: hours of work, updates, watch and reports, paid by the month or by the year. Cancel when you like.',
  },
  careers: {
    searchTitle: 'Careers: open positions',
    searchText:
      'Open positions at {agency}, what the first month looks like, what is paid, and how applying goes. Where nothing is open, this page says so.',
  },
};
