/** When a part of a schedule is due. */
export type Due = 'on_acceptance' | 'on_completion' | { days: number } | { date: string };

/** Kinds of entries in the timeline of a proposal or an invoice. */
export const documentEventKinds = [
  'created',
  'sent',
  'changed',
  'viewed',
  'accepted',
  'declined',
  'expired',
  'withdrawn',
  'link_revoked',
  'issued',
  'payment',
  'payment_failed',
  'payment_reversed',
  'refunded',
  'credited',
  'paid',
  'void',
  'reminder',
  'reminders_off',
  'reminders_on',
] as const;
export type DocumentEventKind = (typeof documentEventKinds)[number];

export const itemsMax = 100;
export const scheduleMax = 12;
