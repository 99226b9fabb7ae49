import { Code } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';

import type { AdminStripeEvent } from '~/contract/admin-schema';
import { RecordsTable } from '../table/records-table';
import { useListRequest } from '../table/use-list-request';
import { StatusBadge } from '../ui/status-badge';
import { When } from '../ui/when';

const states = ['applied', 'waiting', 'failed'] as const;

/** What Stripe told, as it came. */
export function EventsTable() {
  const { api } = useRouter().options.context;
  const request = useListRequest({ statuses: states, sorts: ['createdAt'] });
  const page = useQuery(api.admin.payments.events.queryOptions(request));

  const columns: DataTableColumn<AdminStripeEvent>[] = [
    { accessor: 'type', render: (event) => <Code>{event.type}</Code> },
    { accessor: 'state', render: (event) => <StatusBadge status={event.state} /> },
    { accessor: 'attempts', textAlign: 'right' },
    { accessor: 'lastError', title: 'Error', ellipsis: true, width: 260 },
    {
      accessor: 'receivedAt',
      title: 'Received',
      render: (event) => <When at={event.receivedAt} />,
    },
    { accessor: 'id', ellipsis: true, width: 180 },
  ];

  return (
    <RecordsTable
      page={page}
      columns={columns}
      statuses={states}
      searchLabel="Search events"
      emptyText="No events found"
    />
  );
}
