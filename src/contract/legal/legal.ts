import type { Brand, ContactDetails, Retention } from '~/contract/settings/settings';

export const legalPages = ['privacy', 'terms', 'cookies'] as const;
export type LegalPageName = (typeof legalPages)[number];

/** What a legal text says of the agency; never typed into the text itself. */
export interface LegalFacts {
  brand: Brand;
  contact: ContactDetails;
  retention: Retention;
}

export interface LegalSection {
  /** What a link to the section ends with. */
  id: string;
  title: string;
  /** A text is a paragraph, a list of texts a bulleted list. */
  blocks: (string | string[])[];
}

/** Something this site leaves in a visitor's browser. */
export interface CookieEntry {
  name: string;
  kind: 'Cookie' | 'Local storage' | 'Session storage';
  purpose: string;
  lifetime: string;
}

export interface LegalText {
  title: string;
  lead: string;
  version: string;
  /** ISO dates, without a time. */
  updatedOn: string;
  effectiveOn: string;
  sections: LegalSection[];
}
