import { Text, Timeline } from '@mantine/core';

import type { DocumentEvent } from '~/contract/documents/documents-schema';
import { When } from '~/web/admin/ui/when';
import { eventWords } from './event-words';

/** Events of a proposal or an invoice. */
export function DocumentTimeline({ events }: { events: readonly DocumentEvent[] }) {
  return (
    <Timeline bulletSize={14} lineWidth={2}>
      {events.map(({ id, kind, text, by, createdAt }) => (
        <Timeline.Item key={id}>
          <Text fz="sm" className="as-written">
            {eventWords({ kind, text })}
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
