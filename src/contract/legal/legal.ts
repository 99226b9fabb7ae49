import type { Brand, ContactDetails } from '~/contract/settings/settings';
import type { Retention } from '~/contract/settings/settings-schema';

export const legalPages = ['privacy', 'terms', 'cookies'] as const;
export type LegalPageName = (typeof legalPages)[number];

/** The agency's data in a legal text; never typed into the text itself. */
export interface LegalFacts {
  brand: Brand;
  contact: ContactDetails;
  retention: Retention;
}

export interface LegalSection {
  /** The fragment of a link to the section. */
  id: string;
  title: string;
  /** A string is a paragraph, an array of strings a bulleted list. */
  blocks: (string | string[])[];
}
