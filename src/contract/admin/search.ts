import { type ContentKey, contentKeys, contentTypes } from '~/contract/content/content-types';
import type { AdminSection } from './sections';

/** Maximum number of results of the panel search. */
export const searchResultsMax = 20;

/**
 * Kinds of records that the panel search finds, in order of preference, each with the section whose
 * permission it requires.
 */
const recordSections = {
  client: 'users',
  company: 'companies',
  invoice: 'invoices',
  proposal: 'proposals',
  request: 'requests',
  quote: 'quotes',
  message: 'messages',
  payment: 'payments',
  credit_note: 'invoices',
  recurring_invoice: 'recurringInvoices',
  admin: 'admins',
} as const satisfies Record<string, AdminSection>;

type Underscored<Noun extends string> = Noun extends `${infer One} ${infer Other}`
  ? `${One}_${Other}`
  : Noun;
type ContentKind = Underscored<(typeof contentTypes)[ContentKey]['noun']>;

export const contentKindOf = (key: ContentKey): ContentKind =>
  contentTypes[key].noun.replace(' ', '_') as ContentKind;

export type SearchedRecord = keyof typeof recordSections | ContentKind;
export type SearchKind = 'section' | 'action' | 'setting' | SearchedRecord;

export const sectionOfKind = {
  ...recordSections,
  ...Object.fromEntries(contentKeys.map((key) => [contentKindOf(key), key])),
} as Record<SearchedRecord, AdminSection>;

export const searchKinds = ['section', 'action', 'setting', ...Object.keys(sectionOfKind)] as [
  SearchKind,
  ...SearchKind[],
];
