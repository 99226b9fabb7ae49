/** What has a conversation by mail, by the kind of its record: leads and proposals. A request has a thread. */
export const conversationKinds = ['quote', 'message', 'proposal'] as const;
export type ConversationKind = (typeof conversationKinds)[number];

/** How far the mail of a message has come. `bounced`: the other side's server has returned it. */
export const deliveries = ['queued', 'sent', 'failed', 'bounced'] as const;
export type Delivery = (typeof deliveries)[number];

/** What a reply template may name; it is filled in when the template is chosen. */
export const placeholders = ['firstName', 'name', 'service', 'link', 'agency'] as const;
export type Placeholder = (typeof placeholders)[number];

/** Stays in what is stored: the mail alone has the link, which lets its reader in. */
export const linkPlaceholder = '{{link}}';

const inBraces = /\{\{([^{}]*)\}\}/g;

/** Placeholders of a text that nothing is known of. */
export const unknownPlaceholders = (text: string): string[] =>
  [...text.matchAll(inBraces)]
    .map(([, name = '']) => name.trim())
    .filter((name) => !placeholders.some((known) => known === name));

/** A template's text for one lead; what is empty there leaves nothing behind. */
export const fillTemplate = (text: string, values: Record<Placeholder, string>): string =>
  text.replaceAll(inBraces, (whole, name: string) => {
    const known = placeholders.find((one) => one === name.trim());
    return known ? values[known] : whole;
  });
