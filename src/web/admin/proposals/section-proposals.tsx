import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';

import { formatAmount } from '~/contract/common/currencies';
import { proposalFilters, proposalSorts } from '~/contract/proposals/proposal-lists';
import type { AdminProposalRow } from '~/contract/proposals/proposals-schema';
import { useNewProposal } from '~/web/admin/documents/new-proposal';
import type { SectionCode, SectionLoad } from '~/web/admin/shell/section-load';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useCan } from '~/web/admin/shell/use-can';
import { RecordsTable } from '~/web/admin/table/records-table';
import { RowLink } from '~/web/admin/table/row-link';
import { shownFrom } from '~/web/admin/table/shown-from';
import { listRequestOf, untilItComes, useListRequest } from '~/web/admin/table/use-list-request';
import { SectionHead } from '~/web/admin/ui/section-head';
import { When } from '~/web/admin/ui/when';
import { useQuery } from '~/web/lib/queries';
import { IconPlus } from '~/web/ui/icons';
import { StatusBadge } from '~/web/ui/status-badge';
import { ProposalPage } from './proposal-page';
import { StartFrom } from './start-from';
import { useProposalActions } from './use-proposal-actions';

const list = { statuses: proposalFilters, sorts: proposalSorts } as const;

const loadProposals: SectionLoad = async ({ api, queryClient }, search) => {
  // An open proposal replaces the list, so the list is not loaded.
  if (search.open) return;
  await queryClient.ensureQueryData(
    api.admin.proposals.page.queryOptions(listRequestOf(search, list)),
  );
};

/** Section for proposals: the list, or the open proposal. */
function SectionProposals() {
  const { open } = useAdminSearch();
  return open ? <ProposalPage key={open} id={Number(open)} /> : <List />;
}

const columns: DataTableColumn<AdminProposalRow>[] = [
  {
    accessor: 'title',
    sortable: true,
    render: (one) => <RowLink id={one.id}>{one.title || 'Untitled'}</RowLink>,
  },
  { accessor: 'number', sortable: true, visibleMediaQuery: shownFrom.tablet },
  {
    accessor: 'client',
    sortable: true,
    visibleMediaQuery: shownFrom.tablet,
    render: (one) => one.client_name || '–',
  },
  { accessor: 'status', sortable: true, render: (one) => <StatusBadge status={one.status} /> },
  {
    accessor: 'total',
    sortable: true,
    textAlign: 'right',
    visibleMediaQuery: shownFrom.tablet,
    render: (one) => formatAmount(one.total, one.currency),
  },
  {
    accessor: 'validUntil',
    title: 'Valid until',
    visibleMediaQuery: shownFrom.desk,
    render: (one) => <When at={one.validUntil} isDate />,
  },
  {
    accessor: 'createdAt',
    title: 'Created',
    sortable: true,
    visibleMediaQuery: shownFrom.desk,
    render: (one) => <When at={one.createdAt} />,
  },
];

/** Drafts in the trash are not links. They can be opened after they were restored. */
const trashColumns = (mayChange: boolean): DataTableColumn<AdminProposalRow>[] => [
  {
    accessor: 'title',
    sortable: true,
    render: (one) => one.title || 'Untitled',
  },
  ...columns.filter(({ accessor }) => accessor !== 'title' && accessor !== 'status'),
  ...(mayChange
    ? [
        {
          accessor: 'actions',
          title: <span className="visually-hidden">Actions</span>,
          render: (one: AdminProposalRow) => <RestoreDraft proposal={one} />,
        },
      ]
    : []),
];

function RestoreDraft({ proposal: { id, number } }: { proposal: AdminProposalRow }) {
  const { restore } = useProposalActions();
  return (
    <Button
      size="xs"
      variant="light"
      loading={restore.isPending}
      aria-label={`Restore ${number}`}
      onClick={() => restore.mutate({ id })}
    >
      Restore
    </Button>
  );
}

function List() {
  const { api } = useRouter().options.context;
  const mayChange = useCan()('proposals.write');
  const request = useListRequest(list);
  const page = useQuery(api.admin.proposals.page.queryOptions(request, untilItComes));
  const create = useNewProposal();
  return (
    <>
      <SectionHead title="Proposals">
        {mayChange && (
          <>
            <StartFrom />
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              loading={create.isPending}
              onClick={() => create.mutate({})}
            >
              New proposal
            </Button>
          </>
        )}
      </SectionHead>
      <RecordsTable
        page={page}
        columns={request.status === 'deleted' ? trashColumns(mayChange) : columns}
        card={{ facts: ['client', 'total'] }}
        statuses={proposalFilters}
        searchLabel="Search proposals"
        emptyText="No proposals found"
        csv="proposals"
      />
    </>
  );
}

export const section: SectionCode = { Section: SectionProposals, load: loadProposals };
