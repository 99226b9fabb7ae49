import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';

import type { AdminRequest } from '~/contract/admin/admin-schema';
import { requestStatuses } from '~/contract/requests/requests';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { RecordsTable } from '~/web/admin/table/records-table';
import { RowLink } from '~/web/admin/table/row-link';
import { shownFrom } from '~/web/admin/table/shown-from';
import { untilItComes, useListRequest } from '~/web/admin/table/use-list-request';
import { SectionHead } from '~/web/admin/ui/section-head';
import { When } from '~/web/admin/ui/when';
import { StatusBadge } from '~/web/ui/status-badge';
import { RequestDrawer } from './request-drawer';

export function SectionRequests() {
  const { api } = useRouter().options.context;
  const { open, closeRecord } = useAdminSearch();
  const request = useListRequest({
    statuses: requestStatuses,
    sorts: ['createdAt', 'title', 'status', 'targetDate'],
  });
  const page = useQuery(api.admin.requests.page.queryOptions(request, untilItComes));

  const columns: DataTableColumn<AdminRequest>[] = [
    {
      accessor: 'title',
      sortable: true,
      render: (one) => <RowLink id={one.id}>{one.title}</RowLink>,
    },
    { accessor: 'client_name', visibleMediaQuery: shownFrom.tablet, title: 'Client' },
    {
      accessor: 'service_name',
      visibleMediaQuery: shownFrom.desk,
      title: 'Service',
      render: (one) => one.service_name || '–',
    },
    { accessor: 'status', sortable: true, render: (one) => <StatusBadge status={one.status} /> },
    {
      accessor: 'targetDate',
      visibleMediaQuery: shownFrom.desk,
      title: 'Target date',
      sortable: true,
      render: (one) => <When at={one.targetDate} />,
    },
    {
      accessor: 'createdAt',
      visibleMediaQuery: shownFrom.tablet,
      title: 'Received',
      sortable: true,
      render: (one) => <When at={one.createdAt} />,
    },
  ];

  return (
    <>
      <SectionHead title="Service Requests" note="What clients asked for, and how far it is." />
      <RecordsTable
        page={page}
        columns={columns}
        statuses={requestStatuses}
        searchLabel="Search requests"
        emptyText="No service requests found"
        csv="requests"
      />
      {open && <RequestDrawer key={open} id={Number(open)} onClose={closeRecord} />}
    </>
  );
}
