import { Button, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';

import { formatAmount } from '~/contract/common/currencies';
import { everyInWords, fillIn, periodOf } from '~/contract/recurring-invoices/recurrence';
import {
  recurringSorts,
  recurringStatuses,
} from '~/contract/recurring-invoices/recurring-invoices';
import type { RecurringRow } from '~/contract/recurring-invoices/recurring-invoices-schema';
import { toEdit } from '~/web/admin/content/editor-drawer';
import { EditorPage } from '~/web/admin/content/editor-page';
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
import { RecurringForm } from './recurring-form';

/** Statuses of the filter. `missed` is first, because missed invoices need a decision. */
const statuses = ['missed', ...recurringStatuses] as const;

const list = { statuses, sorts: recurringSorts } as const;

const everyOf = ({ every, action }: RecurringRow): string => {
  const words = everyInWords(every);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}, ${action === 'issue' ? 'issued' : 'as a draft'}`;
};

/**
 * Returns the description of the first item, filled in for the next invoice, or for the first
 * invoice if there is no next one.
 */
const aboutOf = ({ about, every, startsOn, nextOn }: RecurringRow): string =>
  fillIn(about, periodOf({ every, startsOn }, nextOn ?? startsOn));

const columns: DataTableColumn<RecurringRow>[] = [
  {
    accessor: 'client',
    sortable: true,
    render: (one) => (
      <>
        <RowLink id={one.id}>{one.clientName}</RowLink>
        <div className="row-rest">{aboutOf(one)}</div>
      </>
    ),
  },
  {
    accessor: 'about',
    visibleMediaQuery: shownFrom.desk,
    title: 'For',
    ellipsis: true,
    width: 260,
    render: aboutOf,
  },
  {
    accessor: 'every',
    visibleMediaQuery: shownFrom.tablet,
    title: 'Interval',
    render: everyOf,
  },
  {
    accessor: 'nextOn',
    title: 'Next',
    sortable: true,
    render: (one) => <When at={one.status === 'active' ? one.nextOn : null} isDate />,
  },
  {
    accessor: 'total',
    title: 'Amount',
    sortable: true,
    textAlign: 'right',
    render: (one) => formatAmount(one.total, one.currency),
  },
  {
    accessor: 'status',
    render: (one) => (
      <>
        <StatusBadge status={one.status} />
        {one.pauseReason && one.status === 'paused' && (
          <Text c="dimmed" fz="xs" mt={4}>
            {one.pauseReason}
          </Text>
        )}
        {one.missed > 0 && (
          <Text c="dimmed" fz="xs" mt={4}>
            {one.missed} to decide
          </Text>
        )}
      </>
    ),
  },
];

const loadRecurring: SectionLoad = async ({ api, queryClient }, search) => {
  // An open record replaces the list, so the list is not loaded.
  if (search.open) return;
  await queryClient.ensureQueryData(
    api.admin.recurringInvoices.page.queryOptions(listRequestOf(search, list)),
  );
};

/** Section for recurring invoices, for example for hosting or maintenance: the list, or the open record. */
function SectionRecurringInvoices() {
  const { open } = useAdminSearch();
  const mayChange = useCan()('invoices.write');
  return open && (mayChange || open !== 'new') ? (
    <RecurringPage key={open} id={open} />
  ) : (
    <List mayChange={mayChange} />
  );
}

function List({ mayChange }: { mayChange: boolean }) {
  const { api } = useRouter().options.context;
  const { openRecord } = useAdminSearch();
  const request = useListRequest(list);
  const page = useQuery(api.admin.recurringInvoices.page.queryOptions(request, untilItComes));
  return (
    <>
      <SectionHead title="Recurring invoices">
        {mayChange && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => void openRecord('new')}
          >
            New recurring invoice
          </Button>
        )}
      </SectionHead>
      <RecordsTable
        page={page}
        columns={columns}
        card={{ facts: ['total', 'nextOn'] }}
        statuses={statuses}
        searchLabel="Search recurring invoices"
        emptyText="No recurring invoices found. Use one to create invoices automatically each week, month or year."
      />
    </>
  );
}

function RecurringPage({ id }: { id: string }) {
  const { api } = useRouter().options.context;
  const query = useQuery(
    api.admin.recurringInvoices.get.queryOptions({ id: Number(id) }, toEdit(id)),
  );
  return (
    <EditorPage
      id={id}
      list="All recurring invoices"
      title="Recurring invoice"
      query={query}
      form={RecurringForm}
    />
  );
}

export const section: SectionCode = { Section: SectionRecurringInvoices, load: loadRecurring };
