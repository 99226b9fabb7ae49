export const mailKinds = [
  'code',
  'no_account',
  'welcome',
  'quote_received',
  'quote_notice',
  'message_received',
  'message_notice',
  'reply',
] as const;
export type MailKind = (typeof mailKinds)[number];
