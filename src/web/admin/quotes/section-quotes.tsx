import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';

import type { AdminQuote } from '~/contract/leads-schema';
import { budgets, labelOf, quoteStatuses } from '~/contract/quotes';
import { StatusSelect } from '../record/status-select';
import { useAdminSearch } from '../shell/use-admin-search';
import { RecordsTable } from '../table/records-table';
import { RowLink } from '../table/row-link';
import { useListRequest } from '../table/use-list-request';
import { SectionHead } from '../ui/section-head';
import { statusLabel } from '../ui/status-badge';
import { When } from '../ui/when';
import { QuoteDrawer } from './quote-drawer';
import { useQuoteStatus } from './use-quote-status';

export function SectionQuotes() {
  const { api } = useRouter().options.context;
  const { open, closeRecord } = useAdminSearch();
  const request = useListRequest({
    statuses: quoteStatuses,
    sorts: ['createdAt', 'name', 'serviceName', 'status'],
  });
  const page = useQuery(api.admin.quotes.page.queryOptions(request));
  const setStatus = useQuoteStatus();

  const columns: DataTableColumn<AdminQuote>[] = [
    {
      accessor: 'name',
      sortable: true,
      render: (quote) => <RowLink id={quote.id}>{quote.name}</RowLink>,
    },
    { accessor: 'serviceName', title: 'Service', sortable: true, ellipsis: true, width: 220 },
    { accessor: 'budget', render: (quote) => labelOf(budgets, quote.budget) },
    { accessor: 'email', ellipsis: true, width: 220 },
    {
      accessor: 'status',
      sortable: true,
      render: (quote) => (
        <StatusSelect
          isBare
          label={`Status of the quote from ${quote.name}`}
          status={quote.status}
          statuses={quoteStatuses}
          onChange={(status) => void setStatus([quote.id], status)}
        />
      ),
    },
    {
      accessor: 'createdAt',
      title: 'Received',
      sortable: true,
      render: (quote) => <When at={quote.createdAt} />,
    },
    {
      accessor: 'actions',
      title: <span className="visually-hidden">Actions</span>,
      render: (quote) => (
        <Button
          size="xs"
          variant="light"
          disabled={quote.status === 'approved'}
          aria-label={`Approve the quote from ${quote.name}`}
          onClick={() => void setStatus([quote.id], 'approved')}
        >
          Approve
        </Button>
      ),
    },
  ];

  return (
    <>
      <SectionHead title="Quotes" note="What people asked to be quoted for, by whichever form." />
      <RecordsTable
        page={page}
        columns={columns}
        statuses={quoteStatuses}
        searchLabel="Search quotes"
        emptyText="No quotes found"
        csv="quotes"
        bulk={(rows, done) =>
          quoteStatuses.map((status) => (
            <Button
              key={status}
              size="xs"
              variant="default"
              onClick={async () => {
                const ids = rows.map((row) => row.id);
                if (await setStatus(ids, status)) done();
              }}
            >
              {statusLabel(status)}
            </Button>
          ))
        }
      />
      {open && <QuoteDrawer key={open} id={Number(open)} onClose={closeRecord} />}
    </>
  );
}
