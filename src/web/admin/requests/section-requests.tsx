import { Button, NativeSelect, SegmentedControl } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';

import type { AdminSearch } from '~/contract/admin/admin';
import type { AdminRequestRow } from '~/contract/admin/admin-schema';
import { assigneeFilters, requestFilters } from '~/contract/requests/request-filters';
import { EnterRequest } from '~/web/admin/documents/enter-request';
import type { SectionCode, SectionLoad } from '~/web/admin/shell/section-load';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useCan } from '~/web/admin/shell/use-can';
import { RecordsTable } from '~/web/admin/table/records-table';
import { RowLink } from '~/web/admin/table/row-link';
import { shownFrom } from '~/web/admin/table/shown-from';
import { listRequestOf, untilItComes } from '~/web/admin/table/use-list-request';
import { SectionHead } from '~/web/admin/ui/section-head';
import { When } from '~/web/admin/ui/when';
import { useQuery } from '~/web/lib/queries';
import { IconPlus } from '~/web/ui/icons';
import { StatusBadge } from '~/web/ui/status-badge';
import { RequestBoard } from './request-board';
import { Due, Marks } from './request-marks';
import { RequestPage } from './request-page';

/** Maximum number of requests on the board. The table contains all of them. */
const boardSize = 200;

const list = {
  statuses: requestFilters,
  sorts: ['createdAt', 'title', 'status', 'targetDate'],
} as const;

/** The board shows requests of all pages of the list. */
const requestOf = (search: Omit<AdminSearch, 'open'>) => {
  const assignee = assigneeFilters.find((one) => one === search.assignee);
  const request = { ...listRequestOf(search, list), assignee };
  return search.tab === 'board' ? { ...request, page: undefined, pageSize: boardSize } : request;
};

const loadRequests: SectionLoad = async ({ api, queryClient }, search) => {
  // An open request replaces the list, so the list is not loaded.
  if (search.open && search.open !== 'new') return;
  await queryClient.ensureQueryData(api.admin.requests.page.queryOptions(requestOf(search)));
};

/** Section for requests: a table, a board, or the open request. */
function SectionRequests() {
  const { open } = useAdminSearch();
  return open && open !== 'new' ? <RequestPage key={open} id={Number(open)} /> : <List />;
}

const columns: DataTableColumn<AdminRequestRow>[] = [
  {
    accessor: 'title',
    sortable: true,
    render: (one) => (
      <>
        <RowLink id={one.id}>{one.title}</RowLink>
        <div className="row-note">
          <Marks request={one} />
        </div>
      </>
    ),
  },
  { accessor: 'client_name', visibleMediaQuery: shownFrom.tablet, title: 'Client' },
  {
    accessor: 'service_name',
    visibleMediaQuery: shownFrom.broad,
    title: 'Service',
    render: (one) => one.service_name || '–',
  },
  {
    accessor: 'assigneeName',
    visibleMediaQuery: shownFrom.desk,
    title: 'Assignee',
    render: (one) => one.assigneeName || '–',
  },
  { accessor: 'status', sortable: true, render: (one) => <StatusBadge status={one.status} /> },
  {
    accessor: 'targetDate',
    visibleMediaQuery: shownFrom.desk,
    title: 'Due',
    sortable: true,
    render: (one) => <Due request={one} />,
  },
  {
    accessor: 'unread',
    visibleMediaQuery: shownFrom.tablet,
    title: 'Thread',
    render: (one) => <Marks request={one} />,
  },
  {
    accessor: 'createdAt',
    visibleMediaQuery: shownFrom.broad,
    title: 'Received',
    sortable: true,
    render: (one) => <When at={one.createdAt} />,
  },
];

function List() {
  const { api } = useRouter().options.context;
  const { change, openRecord, closeRecord, ...search } = useAdminSearch();
  const mayChange = useCan()('requests.write');
  const isBoard = search.tab === 'board';
  const page = useQuery(api.admin.requests.page.queryOptions(requestOf(search), untilItComes));
  const shared = {
    page,
    searchLabel: 'Search requests',
    emptyText: 'No service requests found',
    csv: 'requests',
  };
  return (
    <>
      <SectionHead title="Service Requests">
        <NativeSelect
          aria-label="Assignee"
          value={search.assignee ?? ''}
          data={[
            { value: '', label: 'All assignees' },
            { value: 'mine', label: 'Mine' },
            { value: 'none', label: 'Not assigned' },
          ]}
          onChange={(event) =>
            void change({ assignee: event.currentTarget.value || undefined, page: undefined })
          }
        />
        <SegmentedControl
          aria-label="View"
          value={isBoard ? 'board' : 'table'}
          data={[
            { value: 'table', label: 'Table' },
            { value: 'board', label: 'Board' },
          ]}
          onChange={(display) =>
            void change({ tab: display === 'board' ? 'board' : undefined, page: undefined })
          }
        />
        {mayChange && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => void openRecord('new')}
          >
            New request
          </Button>
        )}
      </SectionHead>
      {search.open === 'new' && mayChange && <EnterRequest onClose={closeRecord} />}
      {isBoard ? (
        <RequestBoard {...shared} />
      ) : (
        <RecordsTable
          {...shared}
          columns={columns}
          card={{ facts: ['client_name', 'targetDate'] }}
          statuses={requestFilters}
        />
      )}
    </>
  );
}

export const section: SectionCode = { Section: SectionRequests, load: loadRequests };
