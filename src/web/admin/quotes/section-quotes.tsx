import { Button, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';

import type { AdminQuoteRow } from '~/contract/leads/leads-schema';
import { budgetRangesIn } from '~/contract/leads/quote-options';
import { quoteFilters, quoteSorts, quoteStatuses } from '~/contract/leads/quote-statuses';
import { labelOf } from '~/contract/leads/quotes';
import { LeadName, LeadsSection } from '~/web/admin/leads/leads-section';
import { QuoteDrawer } from '~/web/admin/leads/quote-drawer';
import { sourceColumn } from '~/web/admin/leads/source-column';
import { useQuoteStatus } from '~/web/admin/leads/use-quote-status';
import type { SectionCode, SectionLoad } from '~/web/admin/shell/section-load';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useCan } from '~/web/admin/shell/use-can';
import { shownFrom } from '~/web/admin/table/shown-from';
import { listRequestOf, untilItComes, useListRequest } from '~/web/admin/table/use-list-request';
import { useQuery } from '~/web/lib/queries';
import { useSettings } from '~/web/shell/settings';
import { IconPlus } from '~/web/ui/icons';
import { EnterQuote } from './enter-quote';

function Budget({ value }: { value: string }) {
  const { currency } = useSettings();
  return labelOf(budgetRangesIn(currency), value);
}

const columns: DataTableColumn<AdminQuoteRow>[] = [
  {
    accessor: 'name',
    sortable: true,
    render: (quote) => (
      <LeadName lead={quote} about={quote.serviceName}>
        {quote.name}
      </LeadName>
    ),
  },
  {
    accessor: 'projectDetails',
    visibleMediaQuery: shownFrom.desk,
    title: 'Company and text',
    ellipsis: true,
    width: 200,
    render: ({ company, projectDetails }) => (
      <>
        {company && <div>{company}</div>}
        <Text component="div" c="dimmed" fz="xs" truncate>
          {projectDetails.trim().split('\n', 1)[0]}
        </Text>
      </>
    ),
  },
  {
    accessor: 'serviceName',
    visibleMediaQuery: shownFrom.desk,
    title: 'Service',
    sortable: true,
    ellipsis: true,
    width: 170,
  },
  {
    accessor: 'budget',
    visibleMediaQuery: shownFrom.broad,
    render: (quote) => <Budget value={quote.budget} />,
  },
  { accessor: 'email', visibleMediaQuery: shownFrom.broad, ellipsis: true, width: 220 },
  sourceColumn,
];

const list = {
  statuses: quoteFilters,
  sorts: quoteSorts,
} as const;

const loadQuotes: SectionLoad = ({ api, queryClient }, search) =>
  queryClient.ensureQueryData(api.admin.quotes.page.queryOptions(listRequestOf(search, list)));

function SectionQuotes() {
  const { api } = useRouter().options.context;
  const mayChange = useCan()('leads.write');
  const { open, openRecord, closeRecord } = useAdminSearch();
  const request = useListRequest(list);
  const page = useQuery(api.admin.quotes.page.queryOptions(request, untilItComes));

  return (
    <LeadsSection
      title="Quotes"
      whoOf={({ name }) => name}
      nameOf={({ name }) => `the quote from ${name}`}
      quick={{
        label: 'Approve',
        status: 'approved',
        labelOf: ({ name }) => `Approve the quote from ${name}`,
        isDone: ({ status }) => status === 'approved',
      }}
      procedures={api.admin.quotes}
      setStatus={useQuoteStatus()}
      action={
        mayChange && (
          <>
            <Button
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={() => void openRecord('new')}
            >
              Add lead
            </Button>
            {open === 'new' && <EnterQuote onClose={closeRecord} />}
          </>
        )
      }
      drawer={QuoteDrawer}
      page={page}
      columns={columns}
      card={{ facts: ['serviceName', 'dueAt'] }}
      statuses={quoteStatuses}
      searchLabel="Search quotes"
      emptyText="No quotes found"
      csv="quotes"
    />
  );
}

export const section: SectionCode = { Section: SectionQuotes, load: loadQuotes };
