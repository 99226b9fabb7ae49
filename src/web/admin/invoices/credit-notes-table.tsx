import { Anchor } from '@mantine/core';
import { Link, useRouter } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';

import { formatAmount } from '~/contract/common/currencies';
import { type CreditNoteListRow, creditNoteSorts } from '~/contract/invoices/invoices-schema';
import type { SectionLoad } from '~/web/admin/shell/section-load';
import { RecordsTable } from '~/web/admin/table/records-table';
import { RowLink } from '~/web/admin/table/row-link';
import { shownFrom } from '~/web/admin/table/shown-from';
import { listRequestOf, untilItComes, useListRequest } from '~/web/admin/table/use-list-request';
import { When } from '~/web/admin/ui/when';
import { useQuery } from '~/web/lib/queries';

const list = { statuses: [], sorts: creditNoteSorts } as const;

const columns: DataTableColumn<CreditNoteListRow>[] = [
  {
    accessor: 'number',
    sortable: true,
    render: (note) => (
      <>
        <RowLink id={note.id}>{note.number}</RowLink>
        <div className="row-rest">{note.reason}</div>
      </>
    ),
  },
  {
    accessor: 'invoiceNumber',
    title: 'Invoice',
    visibleMediaQuery: shownFrom.tablet,
    render: (note) => (
      <Link to="/admin" search={{ section: 'invoices', open: note.invoiceId }}>
        {note.invoiceNumber}
      </Link>
    ),
  },
  { accessor: 'clientName', title: 'Client', ellipsis: true, width: 220 },
  {
    accessor: 'reason',
    visibleMediaQuery: shownFrom.desk,
    ellipsis: true,
    width: 260,
  },
  {
    accessor: 'total',
    sortable: true,
    textAlign: 'right',
    render: (note) => formatAmount(note.total, note.currency),
  },
  {
    accessor: 'createdAt',
    title: 'Date',
    sortable: true,
    visibleMediaQuery: shownFrom.tablet,
    render: (note) => <When at={note.issueDate} isDate />,
  },
  {
    accessor: 'actions',
    title: <span className="visually-hidden">Actions</span>,
    textAlign: 'right',
    render: (note) => (
      <Anchor
        href={`/api/admin/invoices/${note.invoiceId}/credit-notes/${note.id}/pdf`}
        aria-label={`Download ${note.number}`}
        download
        fz="sm"
      >
        PDF
      </Anchor>
    ),
  },
];

export const loadCreditNotes: SectionLoad = ({ api, queryClient }, search) =>
  queryClient.ensureQueryData(
    api.admin.invoices.creditNotesPage.queryOptions(listRequestOf(search, list)),
  );

/** Table of credit notes, which have the same number series as invoices. */
export function CreditNotesTable() {
  const { api } = useRouter().options.context;
  const request = useListRequest(list);
  const page = useQuery(api.admin.invoices.creditNotesPage.queryOptions(request, untilItComes));
  return (
    <RecordsTable
      page={page}
      columns={columns}
      card={{ facts: ['clientName', 'total'] }}
      statuses={[]}
      searchLabel="Search credit notes"
      emptyText="No credit notes found"
      csv="credit-notes"
    />
  );
}
