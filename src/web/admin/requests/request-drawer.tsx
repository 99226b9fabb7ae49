import { Stack, Text, Timeline, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';

import { RelatedActivity } from '~/web/admin/leads/related-activity';
import { useCan } from '~/web/admin/shell/use-can';
import { Facts } from '~/web/admin/ui/facts';
import { Loaded, RecordDrawer } from '~/web/admin/ui/record-drawer';
import { When } from '~/web/admin/ui/when';
import { StatusBadge } from '~/web/ui/status-badge';
import { RequestWorkflow } from './request-workflow';
import { timelineWords } from './timeline-words';

/** One request: its text, workflow, timeline and related activity. */
export function RequestDrawer({ id, onClose }: { id: number; onClose(): void }) {
  const mayChange = useCan()('requests.write');
  const { api } = useRouter().options.context;
  const query = useQuery(api.admin.requests.get.queryOptions({ id }, { enabled: id > 0 }));

  return (
    <RecordDrawer title={query.data?.request.title ?? 'Service request'} onClose={onClose}>
      <Loaded query={query}>
        {({ request, timeline, hasOlderEvents, ...activity }) => (
          <Stack gap="lg">
            {mayChange ? (
              <RequestWorkflow request={request} />
            ) : (
              <Facts
                facts={[
                  ['Status', <StatusBadge key="status" status={request.status} />],
                  [
                    'Target date',
                    request.targetDate && <When key="date" at={request.targetDate} />,
                  ],
                  ['Note', request.note],
                ]}
              />
            )}
            <Text className="as-written">{request.description}</Text>
            <Facts
              facts={[
                [
                  'Client',
                  <Link
                    key="client"
                    to="/admin"
                    search={{ section: 'users', open: request.client_id }}
                  >
                    {request.client_name}
                  </Link>,
                ],
                ['E-mail', request.client_email],
                ['Service', request.service_name],
                [
                  'Quote',
                  request.quoteId === null ? (
                    ''
                  ) : (
                    <Link
                      key="quote"
                      to="/admin"
                      search={{ section: 'quotes', open: request.quoteId }}
                    >
                      The quote it was made of
                    </Link>
                  ),
                ],
                ['Received', <When key="at" at={request.createdAt} />],
              ]}
            />
            <div>
              <Title order={3} mb="sm">
                Timeline
              </Title>
              {hasOlderEvents && (
                <Text c="dimmed" fz="sm" mb="sm">
                  These are the newest {timeline.length} events.
                </Text>
              )}
              <Timeline bulletSize={14} lineWidth={2}>
                {timeline.map((event) => (
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
            </div>
            <RelatedActivity
              {...activity}
              id={id}
              mayChange={mayChange}
              procedures={api.admin.requests}
            />
          </Stack>
        )}
      </Loaded>
    </RecordDrawer>
  );
}
