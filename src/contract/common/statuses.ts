/** The colours of statuses: green, blue, yellow, red, grey. */
export type Tone = 'good' | 'info' | 'wait' | 'bad' | 'none';

/** How each status is shown, in the panel, the client area and mails; a label only where it is not the status itself. */
const looks: Record<string, { tone: Tone; label?: string }> = {
  // Quotes and messages.
  pending: { tone: 'wait' },
  approved: { tone: 'good' },
  rejected: { tone: 'bad' },
  contacted: { tone: 'info' },
  unread: { tone: 'wait' },
  read: { tone: 'info' },
  replied: { tone: 'good' },
  spam: { tone: 'wait' },
  possible_spam: { tone: 'wait', label: 'Possible spam' },

  // Service requests and payments.
  in_progress: { tone: 'info' },
  completed: { tone: 'good' },
  cancelled: { tone: 'none', label: 'Canceled' },
  failed: { tone: 'none' },
  delivered: { tone: 'good' },
  refunded: { tone: 'none' },
  partially_refunded: { tone: 'wait', label: 'Partially refunded' },
  reversed: { tone: 'none' },
  returned: { tone: 'bad' },

  // Invoices.
  open: { tone: 'info' },
  part_paid: { tone: 'info', label: 'Partially paid' },
  payment_pending: { tone: 'info' },
  overdue: { tone: 'bad' },
  paid: { tone: 'good' },
  overpaid: { tone: 'wait' },
  void: { tone: 'none' },

  // Recurring invoices; the others are as those of subscriptions.
  ended: { tone: 'none' },
  missed: { tone: 'wait' },

  // Proposals; one that was sent is as a mail that was.
  viewed: { tone: 'info' },
  accepted: { tone: 'good' },
  declined: { tone: 'bad' },
  withdrawn: { tone: 'none' },

  // Subscriptions, by Stripe's names.
  active: { tone: 'good' },
  trialing: { tone: 'info', label: 'Trial' },
  ending: { tone: 'wait' },
  paused: { tone: 'wait' },
  past_due: { tone: 'bad' },
  unpaid: { tone: 'bad' },

  // Users.
  inactive: { tone: 'none' },
  disabled: { tone: 'bad' },
  leaving: { tone: 'wait', label: 'Deletion scheduled' },
  deleted: { tone: 'none' },
  invited: { tone: 'wait' },
  expired: { tone: 'none' },
  owing: { tone: 'wait', label: 'Outstanding' },
  settled: { tone: 'none' },

  // Content.
  published: { tone: 'good' },
  scheduled: { tone: 'info' },
  draft: { tone: 'wait' },
  ready: { tone: 'wait', label: 'Ready to issue' },
  trash: { tone: 'none' },
  featured: { tone: 'good' },
  listed: { tone: 'none' },

  // Testimonials.
  waits_for_you: { tone: 'wait' },
  asked: { tone: 'info' },
  without_consent: { tone: 'none' },
  consent_withdrawn: { tone: 'bad' },

  // Mails and Stripe's events: a failure of either needs an admin.
  applied: { tone: 'good' },
  waiting: { tone: 'wait' },
  sent: { tone: 'none' },
  undelivered: { tone: 'bad', label: 'Failed' },
};

export const toneOf = (status: string): Tone => looks[status]?.tone ?? 'none';

/** What clients read where the agency's word says less to them. */
const clientLabels: Record<string, string> = { open: 'Unpaid' };
export const clientStatusLabel = (status: string): string =>
  clientLabels[status] ?? statusLabel(status);

/** The status in words: 'in_progress' as 'In progress'. */
export function statusLabel(status: string): string {
  const words = looks[status]?.label ?? status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
