import { Button, Code, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';

import type { AdminStripeEvent } from '~/contract/admin/admin-schema';
import { useCan } from '~/web/admin/shell/use-can';
import { RecordsTable } from '~/web/admin/table/records-table';
import { shownFrom } from '~/web/admin/table/shown-from';
import { untilItComes, useListRequest } from '~/web/admin/table/use-list-request';
import { success } from '~/web/admin/ui/notices';
import { When } from '~/web/admin/ui/when';
import { useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { StatusBadge } from '~/web/ui/status-badge';

const states = ['applied', 'waiting', 'failed'] as const;

/** Section with the events that Stripe sent. */
export function StripeEvents() {
  const { api } = useRouter().options.context;
  const request = useListRequest({ statuses: states, sorts: ['createdAt'] });
  const page = useQuery(api.admin.payments.events.queryOptions(request, untilItComes));

  const mayReplay = useCan()('payments.replay');
  const replay = useMutation(
    api.admin.payments.replay.mutationOptions(
      outcome({
        done: success('Event replayed'),
        failed: 'Failed to replay the event',
      }),
    ),
  );

  const columns: DataTableColumn<AdminStripeEvent>[] = [
    { accessor: 'type', render: (event) => <Code>{event.type}</Code> },
    {
      accessor: 'status',
      title: 'State',
      render: (event) => (
        <StatusBadge status={event.state === 'failed' ? 'undelivered' : event.state} />
      ),
    },
    { accessor: 'attempts', visibleMediaQuery: shownFrom.desk, textAlign: 'right' },
    {
      accessor: 'lastError',
      visibleMediaQuery: shownFrom.desk,
      title: 'Notes',
      width: 300,
      render: (event) => event.lastError || event.note || '–',
    },
    {
      accessor: 'receivedAt',
      visibleMediaQuery: shownFrom.tablet,
      title: 'Received',
      render: (event) => <When at={event.receivedAt} />,
    },
    { accessor: 'id', visibleMediaQuery: shownFrom.wide, title: 'ID', ellipsis: true, width: 180 },
  ];
  const actionsColumn: DataTableColumn<AdminStripeEvent> = {
    accessor: 'actions',
    title: <span className="visually-hidden">Actions</span>,
    textAlign: 'right',
    render: (event) => (
      <Button
        size="xs"
        variant="default"
        aria-label={`Replay ${event.type} ${event.id}`}
        onClick={() => replay.mutate({ id: event.id })}
      >
        Replay
      </Button>
    ),
  };

  return (
    <section aria-labelledby="stripe-events">
      <Title order={2} id="stripe-events">
        Stripe events
      </Title>
      <Text c="dimmed" fz="sm" mb="md">
        What Stripe reported about payments and subscriptions.
      </Text>
      <RecordsTable
        page={page}
        columns={mayReplay ? [...columns, actionsColumn] : columns}
        card={{ facts: ['lastError', 'receivedAt'] }}
        statuses={states}
        searchLabel="Search events"
        emptyText="No events found"
      />
    </section>
  );
}
