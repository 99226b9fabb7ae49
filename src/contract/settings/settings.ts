import type { Language } from '~/contract/common/languages';
import type { TypefaceKey } from './typefaces';

/** The agency's own data on every page. Edited by admins, never typed into a page. */

export interface Brand {
  name: string;
  tagline: string;
  /** For search engines and shares, at most 155 characters. */
  description: string;
  legalName: string;
  foundedYear: number;
  /** Of the site; left out for English. */
  language?: Language | undefined;
}

export interface ContactDetails {
  email: string;
  phone: string;
  address: string[];
  hours: string;
}

export interface SocialLink {
  label: string;
  url: string;
}

export interface Reason {
  title: string;
  text: string;
}

export interface Hero {
  title: string;
  subtitle: string;
}

/** All marketing figures: every page reads these, so that no two pages disagree. */
export const claimKeys = [
  'projects',
  'satisfaction',
  'years',
  'clients',
  'countries',
  'support',
  'rating',
  'answerTime',
  'answersKept',
] as const;
export type ClaimKey = (typeof claimKeys)[number];

interface Claim {
  key: ClaimKey;
  value: string;
  label: string;
}

/** As pages show it. */
export interface ShownClaim extends Omit<Claim, 'key'> {
  /** How it was counted, in words; undefined for a typed one. */
  counted?: string | undefined;
}

/** The source of a claim's value: typed by an admin, or counted in the database where there is enough to count. */
export interface ClaimSetting extends Claim {
  mode: 'typed' | 'computed';
}

export interface Position {
  title: string;
  /** Such as 'Full time' or 'Three days a week'. */
  terms: string;
  place: string;
  text: string;
}

export interface Question {
  question: string;
  answer: string;
}

/** What a page carries of a look that was chosen. */
export interface SiteStyle {
  css: string;
  /** The colours of the browser's own frame; null for the default ones. */
  grounds: Record<'light' | 'dark', string> | null;
  /** Null for the default one. */
  typeface: TypefaceKey | null;
}
