import type { Language } from '~/contract/common/languages';
import type { TypefaceKey } from './typefaces';

/** Brand data of the agency, shown on every page. Admins edit it in the settings. */

export interface Brand {
  name: string;
  tagline: string;
  /** Description for search engines and link previews, at most 155 characters. */
  description: string;
  legalName: string;
  foundedYear: number;
  /** Site language; omitted for English. */
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

/** All marketing figures. Pages use only these, so that pages never contradict each other. */
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

/** Claim as shown on pages. */
export interface ShownClaim extends Omit<Claim, 'key'> {
  /** Method by which the value was counted, as text; undefined for a typed value. */
  counted?: string | undefined;
}

/** Claim with the source of its value: typed by an admin, or counted in the database if there is enough data. */
export interface ClaimSetting extends Claim {
  mode: 'typed' | 'computed';
}

export interface Position {
  title: string;
  /** Terms of employment, such as 'Full time' or 'Three days a week'. */
  terms: string;
  place: string;
  text: string;
}

export interface Question {
  question: string;
  answer: string;
}

/** Chosen colors and fonts, as pages need them. */
export interface SiteStyle {
  css: string;
  /** Colors of the browser's toolbar; null for the defaults. */
  grounds: Record<'light' | 'dark', string> | null;
  /** Pair of fonts; null for the default. */
  typeface: TypefaceKey | null;
}
