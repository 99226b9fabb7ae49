import { Text, Timeline } from '@mantine/core';

import type { DocumentEventKind } from '~/contract/documents/documents';
import type { DocumentEvent } from '~/contract/documents/documents-schema';
import { When } from '~/web/admin/ui/when';

const words: Record<DocumentEventKind, string> = {
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
  payment: 'Payment',
  payment_failed: 'Payment failed',
  payment_reversed: 'Payment reversed',
  refunded: 'Refunded',
  credited: 'Credited',
  paid: 'Paid',
  void: 'Void',
  reminder: 'Reminder sent',
  reminders_off: 'Reminders switched off',
  reminders_on: 'Reminders switched on',
};

/** What happened to a proposal or an invoice. */
export function DocumentTimeline({ events }: { events: readonly DocumentEvent[] }) {
  return (
    <Timeline bulletSize={14} lineWidth={2}>
      {events.map(({ id, kind, text, by, createdAt }) => (
        <Timeline.Item key={id}>
          <Text fz="sm" className="as-written">
            {words[kind]}
            {text && `: ${text}`}
          </Text>
          <Text c="dimmed" fz="xs">
            {by && `${by}, `}
            <When at={createdAt} />
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
