import type { PageKey } from './pages';

/** Sections of pages that an agency can hide, as an editor reads them. Those that the site cannot do without are not here. */
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

/** The sections of a page that can be hidden, with their names. */
export const sectionsOf = (page: PageKey) =>
  Object.entries(sections[page] ?? {}) as [PageSection, string][];

export const pageSections = Object.values(hideableSections).flatMap(
  (ofPage) => Object.keys(ofPage) as PageSection[],
);
