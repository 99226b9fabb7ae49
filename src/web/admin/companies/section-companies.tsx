import { Button } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import type { DataTableColumn } from 'mantine-datatable';

import { companyFilters, companySorts } from '~/contract/companies/companies';
import type { Company } from '~/contract/companies/companies-schema';
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
import { AddCompany } from './add-company';
import { CompanyPage } from './company-page';
import { CompanySuggestions } from './company-suggestions';

const list = { statuses: companyFilters, sorts: companySorts } as const;

const loadCompanies: SectionLoad = async ({ api, queryClient }, search) => {
  // An open company replaces the list, so the list is not loaded.
  if (search.open && search.open !== 'new') return;
  await queryClient.ensureQueryData(
    api.admin.companies.page.queryOptions(listRequestOf(search, list)),
  );
};

const columns: DataTableColumn<Company>[] = [
  {
    accessor: 'name',
    sortable: true,
    render: (company) => <RowLink id={company.id}>{company.name}</RowLink>,
  },
  {
    accessor: 'members',
    visibleMediaQuery: shownFrom.tablet,
    title: 'People',
    textAlign: 'right',
  },
  { accessor: 'status', render: (company) => <StatusBadge status={company.status} /> },
  {
    accessor: 'city',
    visibleMediaQuery: shownFrom.desk,
    render: ({ city, country }) => [city, country].filter(Boolean).join(', ') || '–',
  },
  {
    accessor: 'email',
    visibleMediaQuery: shownFrom.desk,
    title: 'Email for invoices',
    ellipsis: true,
    width: 240,
    render: ({ email }) => email || 'The client of each document',
  },
  {
    accessor: 'createdAt',
    visibleMediaQuery: shownFrom.tablet,
    title: 'Since',
    sortable: true,
    render: (company) => <When at={company.createdAt} />,
  },
];

/** Section for businesses whose members share requests and documents: the list, or the open company. */
function SectionCompanies() {
  const { open } = useAdminSearch();
  return open && open !== 'new' ? <CompanyPage key={open} id={open} /> : <List />;
}

function List() {
  const { api } = useRouter().options.context;
  const { open, openRecord, closeRecord } = useAdminSearch();
  const mayChange = useCan()('clients.write');
  const request = useListRequest(list);
  const page = useQuery(api.admin.companies.page.queryOptions(request, untilItComes));
  return (
    <>
      <SectionHead title="Companies">
        {mayChange && (
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => openRecord('new')}
          >
            Add company
          </Button>
        )}
      </SectionHead>
      {mayChange && <CompanySuggestions />}
      <RecordsTable
        page={page}
        columns={columns}
        statuses={companyFilters}
        searchLabel="Search companies"
        emptyText="No companies found"
      />
      {open === 'new' && mayChange && <AddCompany onClose={closeRecord} />}
    </>
  );
}

export const section: SectionCode = { Section: SectionCompanies, load: loadCompanies };
