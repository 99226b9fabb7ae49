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

/** All marketing figures: every page reads these, so that pages do not contradict each other. */
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

/** Value as shown on pages. */
export interface ShownClaim extends Omit<Claim, 'key'> {
  /** How it was counted, as text; undefined for a typed value. */
  counted?: string | undefined;
}

/** Source of a claim's value: typed by an admin, or counted in the database if there is enough data. */
export interface ClaimSetting extends Claim {
  mode: 'typed' | 'computed';
}

export interface Position {
  title: string;
  /** For example 'Full time' or 'Three days a week'. */
  terms: string;
  place: string;
  text: string;
}

export interface Question {
  question: string;
  answer: string;
}

/** Chosen appearance in a page. */
export interface SiteStyle {
  css: string;
  /** Colors of the browser's own frame; null for the defaults. */
  grounds: Record<'light' | 'dark', string> | null;
  /** Null for the default. */
  typeface: TypefaceKey | null;
}
