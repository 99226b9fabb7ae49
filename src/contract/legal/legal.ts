import type { Brand, ContactDetails } from '~/contract/settings/settings';
import type { Retention } from '~/contract/settings/settings-schema';

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
