import { Button, Group, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';
import { useState } from 'react';

import type { AdminSearch } from '~/contract/admin/admin';
import { sectionViews, viewOf } from '~/contract/admin/sections';
import { formatAmount } from '~/contract/common/currencies';
import { invoiceSorts, shownStatus } from '~/contract/invoices/invoices';
import type { AdminInvoiceRow, InvoicesPage } from '~/contract/invoices/invoices-schema';
import type { SectionCode, SectionLoad } from '~/web/admin/shell/section-load';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useCan } from '~/web/admin/shell/use-can';
import { DateSpan, dateOf } from '~/web/admin/table/date-span';
import { RecordsTable } from '~/web/admin/table/records-table';
import { RowLink } from '~/web/admin/table/row-link';
import { shownFrom } from '~/web/admin/table/shown-from';
import { listRequestOf, untilItComes } from '~/web/admin/table/use-list-request';
import { LinkDialog } from '~/web/admin/ui/link-dialog';
import { SectionHead } from '~/web/admin/ui/section-head';
import { When } from '~/web/admin/ui/when';
import { useQuery } from '~/web/lib/queries';
import { IconPlus } from '~/web/ui/icons';
import { StatusBadge } from '~/web/ui/status-badge';
import { CreditNotePage } from './credit-note-page';
import { CreditNotesTable, loadCreditNotes } from './credit-notes-table';
import { InvoicePage } from './invoice-page';
import { IssueStored } from './issue-dialog';
import { type Issued, ShowIssuedProvider } from './show-issued';

const statuses = ['overdue', 'open', 'ready', 'paid', 'overpaid', 'draft', 'void'] as const;

/**
 * Returns the columns of the table.
 *
 * @param onIssue issues a ready draft; undefined for an admin without permission
 */
const columnsOf = (onIssue?: (id: number) => void): DataTableColumn<AdminInvoiceRow>[] => [
  {
    accessor: 'number',
    sortable: true,
    render: (one) => (
      <>
        <RowLink id={one.id}>{one.number ?? 'Draft'}</RowLink>
        {one.about && <div className="row-rest">{one.about}</div>}
      </>
    ),
  },
  {
    accessor: 'client',
    visibleMediaQuery: shownFrom.tablet,
    sortable: true,
    ellipsis: true,
    width: 220,
    render: (one) => (
      <>
        {one.client_name}
        {one.company && (
          <Text c="dimmed" fz="xs" truncate>
            {one.company}
          </Text>
        )}
      </>
    ),
  },
  {
    accessor: 'about',
    visibleMediaQuery: shownFrom.desk,
    title: 'For',
    ellipsis: true,
    width: 240,
    render: (one) => (
      <>
        {one.about || '–'}
        {one.status === 'draft' && (one.scheduledFor || one.onCompletion) && (
          <Text c="dimmed" fz="xs">
            {one.scheduledFor ? (
              <>
                Planned for <When at={one.scheduledFor} isDate />
              </>
            ) : (
              'On completion'
            )}
          </Text>
        )}
      </>
    ),
  },
  {
    accessor: 'total',
    sortable: true,
    textAlign: 'right',
    render: (one) => (
      <>
        {formatAmount(one.total, one.currency)}
        {one.status === 'open' && one.remaining !== one.total && (
          <div className="row-rest">{formatAmount(one.remaining, one.currency)} left</div>
        )}
      </>
    ),
  },
  {
    accessor: 'remaining',
    visibleMediaQuery: shownFrom.desk,
    title: 'Outstanding',
    textAlign: 'right',
    render: (one) => (one.status === 'open' ? formatAmount(one.remaining, one.currency) : '–'),
  },
  {
    accessor: 'status',
    sortable: true,
    render: (one) => (
      <>
        <Group gap="xs" wrap="nowrap">
          <StatusBadge status={shownStatus(one)} />
          {one.isReady && onIssue && (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Issue the invoice for ${one.client_name}, ${one.about}`}
              onClick={() => onIssue(one.id)}
            >
              Issue
            </Button>
          )}
        </Group>
        {Number(one.overpaid) > 0 && (
          <Text c="dimmed" fz="xs" mt={4}>
            {formatAmount(one.overpaid, one.currency)} overpaid
          </Text>
        )}
      </>
    ),
  },
  {
    accessor: 'dueDate',
    visibleMediaQuery: shownFrom.tablet,
    title: 'Due',
    sortable: true,
    render: (one) => <When at={one.dueDate} isDate />,
  },
  {
    accessor: 'createdAt',
    visibleMediaQuery: shownFrom.broad,
    title: 'Created',
    sortable: true,
    render: (one) => <When at={one.createdAt} />,
  },
];

const list = { statuses, sorts: invoiceSorts } as const;

const requestOf = ({ from, to, ...search }: Omit<AdminSearch, 'open'>) => ({
  ...listRequestOf(search, list),
  from: dateOf(from),
  to: dateOf(to),
});

const load: SectionLoad = async (context, search, ...rest) => {
  // An open record replaces the list, so the list is not loaded.
  if (search.open) return;
  if (viewOf('invoices', search.tab) === 'credit-notes') {
    return loadCreditNotes(context, search, ...rest);
  }
  const { api, queryClient } = context;
  await queryClient.ensureQueryData(api.admin.invoices.page.queryOptions(requestOf(search)));
};

/** Totals of the filtered invoices. */
function Totals({ totals }: Pick<InvoicesPage, 'totals'>) {
  if (totals.length === 0) return null;
  const sum = (of: 'total' | 'remaining' | 'drafts') => {
    const present = totals.filter((one) => Number(one[of]) !== 0);
    const shown = present.length > 0 ? present : totals.slice(0, 1);
    return shown.map((one) => formatAmount(one[of], one.currency)).join(' + ');
  };
  const hasDrafts = totals.some(({ drafts }) => Number(drafts) > 0);
  return (
    <Text fz="sm" className="figure">
      Issued {sum('total')}, {sum('remaining')} outstanding
      {hasDrafts && `; drafts ${sum('drafts')}`}
    </Text>
  );
}

/** Section for invoices and credit notes: the lists, or the open record. */
function SectionInvoices() {
  const { tab, open } = useAdminSearch();
  const mayChange = useCan()('invoices.write');
  const [issued, setIssued] = useState<Issued>();
  const isNote = viewOf('invoices', tab) === 'credit-notes' && open !== 'new';
  const isShown = open !== undefined && (mayChange || open !== 'new');
  return (
    <ShowIssuedProvider value={setIssued}>
      {!isShown && <Lists mayChange={mayChange} />}
      {isShown && isNote && <CreditNotePage key={open} id={Number(open)} />}
      {isShown && !isNote && <InvoicePage key={open} id={open} />}
      {issued && (
        <LinkDialog
          title={`Invoice ${issued.number}`}
          text="Anyone with this link can view and pay the invoice without an account."
          url={issued.url}
          onClose={() => setIssued(undefined)}
        />
      )}
    </ShowIssuedProvider>
  );
}

function Lists({ mayChange }: { mayChange: boolean }) {
  const { tab, openRecord } = useAdminSearch();
  const view = viewOf('invoices', tab);
  return (
    <>
      <SectionHead title={sectionViews.invoices[view]}>
        {mayChange && view === 'invoices' && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => void openRecord('new')}
          >
            New invoice
          </Button>
        )}
      </SectionHead>
      {view === 'credit-notes' ? <CreditNotesTable /> : <InvoicesTable mayChange={mayChange} />}
    </>
  );
}

function InvoicesTable({ mayChange }: { mayChange: boolean }) {
  const { api } = useRouter().options.context;
  const { open: _, ...search } = useAdminSearch();
  const [issuing, setIssuing] = useState<number>();
  const page = useQuery(api.admin.invoices.page.queryOptions(requestOf(search), untilItComes));
  return (
    <>
      <RecordsTable
        page={page}
        summary={page.data && <Totals totals={page.data.totals} />}
        columns={columnsOf(mayChange ? setIssuing : undefined)}
        card={{ facts: ['client', 'total'] }}
        statuses={statuses}
        searchLabel="Search invoices"
        emptyText="No invoices found"
        csv="invoices"
        filters={<DateSpan label="Due" />}
      />
      {issuing !== undefined && <IssueStored id={issuing} onClose={() => setIssuing(undefined)} />}
    </>
  );
}

export const section: SectionCode = { Section: SectionInvoices, load };
