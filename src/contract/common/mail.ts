export const mailKinds = [
  'code',
  'no_account',
  'welcome',
  'quote_received',
  'quote_notice',
  'message_received',
  'message_notice',
  'reply',
  'request_received',
  'request_notice',
  'request_update',
  'payment_received',
  'payment_failed',
  'subscription_ending',
  'admin_invitation',
] as const;
export type MailKind = (typeof mailKinds)[number];
