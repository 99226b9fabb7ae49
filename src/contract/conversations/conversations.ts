import { fillBraces, placeholdersOf } from '~/contract/common/placeholders';

/** Kinds of records with a conversation by email: leads and proposals. Requests have threads. */
export const conversationKinds = ['quote', 'message', 'proposal'] as const;
export type ConversationKind = (typeof conversationKinds)[number];

/** Delivery of a message's email. `bounced`: the recipient's server has returned it. */
export const deliveries = ['queued', 'sent', 'failed', 'bounced'] as const;
export type Delivery = (typeof deliveries)[number];

/** Placeholders of reply templates, filled in when a template is chosen. */
export const placeholders = ['firstName', 'name', 'service', 'link', 'agency'] as const;
export type Placeholder = (typeof placeholders)[number];

/** Placeholder that is stored instead of a link, because only the email contains the working link. */
export const linkPlaceholder = '{{link}}';

const isPlaceholder = (name: string): name is Placeholder =>
  placeholders.some((known) => known === name);

/** Returns unknown placeholders in a text. */
export const unknownPlaceholders = (text: string): string[] =>
  placeholdersOf(text).filter((name) => !isPlaceholder(name));

/** Fills in the placeholders of a template for one lead. Placeholders with an empty value are removed. */
export const fillTemplate = (text: string, values: Record<Placeholder, string>): string =>
  fillBraces(text, (name) => (isPlaceholder(name) ? values[name] : undefined));
