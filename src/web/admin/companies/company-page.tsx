import { Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';

import type { CompanyRight } from '~/contract/companies/companies';
import type { CompanyDetail } from '~/contract/companies/company-detail-schema';
import { ClientActivity, ClientPage, sumOf } from '~/web/admin/documents/client-page';
import { MissingBilling } from '~/web/admin/documents/missing-billing';
import { ClientActions } from '~/web/admin/documents/new-for-client';
import { RelatedActivity } from '~/web/admin/leads/related-activity';
import { useCan } from '~/web/admin/shell/use-can';
import { RecordPage } from '~/web/admin/ui/record-page';
import { When } from '~/web/admin/ui/when';
import { useQuery } from '~/web/lib/queries';
import { CompanyForm } from './company-form';
import { CompanyPeople } from './company-people';
import { MergeModal } from './merge-modal';

/** Page of a company: its members, data, open records and activity. */
export function CompanyPage({ id }: { id: string }) {
  const { companies } = useRouter().options.context.api.admin;
  const query = useQuery(companies.get.queryOptions({ id: Number(id) }));
  return (
    <RecordPage list="All companies" title="Company" query={query}>
      {(company) => <Company company={company} refetch={query.refetch} />}
    </RecordPage>
  );
}

const kinds = [
  ['invoices', 'invoice'],
  ['proposals', 'proposal'],
  ['requests', 'request'],
] as const;

function Company(props: { company: CompanyDetail; refetch(): Promise<{ error: unknown }> }) {
  const { company } = props;
  const can = useCan();
  const [isMerging, merging] = useDisclosure(false);
  /**
   * Returns the member for whom new records are created: the manager, or else the first member who
   * can see the records.
   */
  const memberWith = (right: CompanyRight) =>
    company.people.find(({ rights }) => rights.includes(right));
  const requester = memberWith('requests');
  const records = kinds.flatMap(([key, kind]) =>
    can(`${key}.read`)
      ? company[key].map(({ createdAt, ...entry }) => ({ ...entry, kind, time: createdAt }))
      : [],
  );
  return (
    <ClientPage
      name={company.name}
      status={company.status}
      actions={
        <ClientActions
          payer={memberWith('invoices')?.clientId}
          requester={requester && { id: requester.clientId, name: requester.name }}
          menu={can('clients.write') && <Menu.Item onClick={merging.open}>Merge into…</Menu.Item>}
        />
      }
      figures={[
        ['Outstanding', sumOf(company.owed)],
        ['Total paid', sumOf(company.earned)],
        ['Since', <When key="since" at={company.createdAt} />],
      ]}
      notices={
        <>
          <MissingBilling billing={company} />
          <CompanyPeople company={company} />
        </>
      }
      open={company}
      form={<CompanyForm {...props} />}
    >
      <ClientActivity entries={records.sort((a, b) => (a.time < b.time ? 1 : -1))} />
      <RelatedActivity notes={[]} mails={[]} changes={company.changes} />
      {isMerging && <MergeModal company={company} onClose={merging.close} />}
    </ClientPage>
  );
}
