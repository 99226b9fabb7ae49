import type { PageKey } from './built-in-pages';

/**
 * Sections of pages that an agency can hide, with labels for editors. Excludes sections that the
 * site needs.
 */
export const hideableSections = {
  home: { clientWords: 'In a client’s words' },
  about: { week: 'The week', visit: 'The invitation with the address' },
  portfolio: { invitation: 'The invitation below the work, and below each case' },
  pricing: { questions: 'The questions before one pays' },
  careers: { applying: 'How to apply' },
} as const satisfies Partial<Record<PageKey, Record<string, string>>>;

type Sections = typeof hideableSections;
export type PageSection = { [Page in keyof Sections]: keyof Sections[Page] }[keyof Sections];

const sections: Partial<Record<PageKey, Partial<Record<PageSection, string>>>> = hideableSections;

/** Returns the hideable sections of a page, with their labels. */
export const sectionsOf = (page: PageKey) =>
  Object.entries(sections[page] ?? {}) as [PageSection, string][];

export const pageSections = Object.values(hideableSections).flatMap(
  (ofPage) => Object.keys(ofPage) as PageSection[],
);
