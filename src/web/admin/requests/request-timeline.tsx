import { Text, Timeline, Title } from '@mantine/core';

import type { RequestEvent } from '~/contract/requests/requests-schema';
import { When } from '~/web/admin/ui/when';
import { timelineWords } from './timeline-words';

/** Timeline of a request, oldest event first. */
export function RequestTimeline(props: { events: RequestEvent[]; hasOlder: boolean }) {
  return (
    <section aria-labelledby="timeline-title">
      <Title order={3} id="timeline-title" mb="sm">
        Timeline
      </Title>
      {props.hasOlder && (
        <Text c="dimmed" fz="sm" mb="sm">
          Showing the latest {props.events.length} events.
        </Text>
      )}
      <Timeline bulletSize={14} lineWidth={2}>
        {props.events.map((event) => (
          <Timeline.Item key={event.id}>
            <Text fz="sm" className="as-written">
              {timelineWords(event)}
            </Text>
            <Text c="dimmed" fz="xs">
              {event.byAgency ? 'The agency' : 'The client'}, <When at={event.createdAt} />
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </section>
  );
}
