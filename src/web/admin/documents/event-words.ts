import type { DocumentEvent } from '~/contract/documents/documents-schema';

const words: Record<DocumentEvent['kind'], string> = {
  created: 'Created',
  sent: 'Sent',
  changed: 'Changed',
  viewed: 'Viewed by the client',
  accepted: 'Accepted',
  declined: 'Declined',
  expired: 'Expired',
  withdrawn: 'Withdrawn',
  link_revoked: 'Link revoked',
  issued: 'Issued',
  payment: 'Payment received',
  payment_pending: 'Payment started',
  payment_failed: 'Payment failed',
  payment_reversed: 'Transfer reversed',
  refunded: 'Refunded',
  credited: 'Credited',
  paid: 'Paid in full',
  void: 'Voided by credit note',
  reminder: 'Reminder sent',
  reminders_off: 'Reminders turned off',
  reminders_on: 'Reminders turned on',
  scheduled: 'Will be issued automatically',
  stopped: 'Will not be issued automatically',
  draft_deleted: 'Draft invoice deleted',
  vat_checked: 'VAT number checked',
  returned: 'Returned by the bank',
  repayment_reversed: 'Refund reversed',
};

/** Returns the text of a timeline entry. */
export const eventWords = ({ kind, text }: Pick<DocumentEvent, 'kind' | 'text'>): string =>
  text ? `${words[kind]}: ${text}` : words[kind];
