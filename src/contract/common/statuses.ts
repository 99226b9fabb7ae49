/** Colors of statuses: green, blue, yellow, red, gray. */
export type Tone = 'good' | 'info' | 'wait' | 'bad' | 'none';

/**
 * Color and label of each status in the panel, the client area and emails. If `label` is omitted,
 * the label is derived from the status.
 */
const looks: Record<string, { tone: Tone; label?: string }> = {
  // Statuses of quotes and messages.
  pending: { tone: 'wait' },
  approved: { tone: 'good' },
  rejected: { tone: 'bad' },
  contacted: { tone: 'info' },
  unread: { tone: 'wait' },
  read: { tone: 'info' },
  replied: { tone: 'good' },
  spam: { tone: 'wait' },
  possible_spam: { tone: 'wait', label: 'Possible spam' },

  // Statuses of service requests and payments.
  in_progress: { tone: 'info' },
  completed: { tone: 'good' },
  cancelled: { tone: 'none', label: 'Canceled' },
  failed: { tone: 'none' },
  delivered: { tone: 'good' },
  refunded: { tone: 'none' },
  partially_refunded: { tone: 'wait', label: 'Partially refunded' },
  reversed: { tone: 'none' },
  returned: { tone: 'bad' },

  // Statuses of invoices.
  open: { tone: 'info' },
  part_paid: { tone: 'info', label: 'Partially paid' },
  payment_pending: { tone: 'info' },
  overdue: { tone: 'bad' },
  paid: { tone: 'good' },
  overpaid: { tone: 'wait' },
  void: { tone: 'none' },

  // Statuses of recurring invoices. Their other statuses are the same as for subscriptions.
  ended: { tone: 'none' },
  missed: { tone: 'wait' },

  // Statuses of proposals. `sent` is the same as for emails.
  viewed: { tone: 'info' },
  accepted: { tone: 'good' },
  declined: { tone: 'bad' },
  withdrawn: { tone: 'none' },

  // Statuses of subscriptions, with Stripe's names.
  active: { tone: 'good' },
  trialing: { tone: 'info', label: 'Trial' },
  ending: { tone: 'wait' },
  paused: { tone: 'wait' },
  past_due: { tone: 'bad' },
  unpaid: { tone: 'bad' },

  // Statuses of users.
  inactive: { tone: 'none' },
  disabled: { tone: 'bad' },
  leaving: { tone: 'wait', label: 'Deletion scheduled' },
  deleted: { tone: 'none' },
  invited: { tone: 'wait' },
  expired: { tone: 'none' },
  owing: { tone: 'wait', label: 'Outstanding' },
  settled: { tone: 'none' },

  // Statuses of content.
  published: { tone: 'good' },
  scheduled: { tone: 'info' },
  draft: { tone: 'wait' },
  ready: { tone: 'wait', label: 'Ready to issue' },
  trash: { tone: 'none' },
  featured: { tone: 'good' },
  listed: { tone: 'none' },

  // Statuses of testimonials.
  waits_for_you: { tone: 'wait' },
  asked: { tone: 'info' },
  without_consent: { tone: 'none' },
  consent_withdrawn: { tone: 'bad' },

  // Statuses of emails and Stripe events. A failed one needs an admin's attention.
  applied: { tone: 'good' },
  waiting: { tone: 'wait' },
  sent: { tone: 'none' },
  undelivered: { tone: 'bad', label: 'Failed' },
};

export const toneOf = (status: string): Tone => looks[status]?.tone ?? 'none';

/** Labels for clients that differ from the agency's. */
const clientLabels: Record<string, string> = { open: 'Unpaid' };
export const clientStatusLabel = (status: string): string =>
  clientLabels[status] ?? statusLabel(status);

/** Returns the label of a status: 'In progress' for 'in_progress'. */
export function statusLabel(status: string): string {
  const words = looks[status]?.label ?? status.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
