import { Button, Divider, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { countryName } from '~/contract/common/country-names';
import { formatAmount } from '~/contract/common/currencies';
import type { CompanyRight } from '~/contract/companies/companies';
import type { CompanyDetail } from '~/contract/companies/companies-schema';
import { registrationLabel } from '~/contract/documents/tax-numbers';
import { NewInvoice, NewRequest } from '~/web/admin/documents/new-for-client';
import { NewProposal } from '~/web/admin/documents/new-proposal';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useCan } from '~/web/admin/shell/use-can';
import { Facts } from '~/web/admin/ui/facts';
import { Loaded, RecordDrawer } from '~/web/admin/ui/record-drawer';
import { When } from '~/web/admin/ui/when';
import { useQuery } from '~/web/lib/queries';
import { CompanyForm } from './company-form';
import { CompanyPeople } from './company-people';
import { CompanyRecords } from './company-records';
import { MergeModal } from './merge-modal';

/** Shows a company: its outstanding amounts, documents and members. The id is `new` for a new company. */
export function CompanyDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const { api } = useRouter().options.context;
  const { openRecord } = useAdminSearch();
  const isNew = id === 'new';
  const query = useQuery(
    api.admin.companies.get.queryOptions({ id: Number(id) }, { enabled: !isNew }),
  );
  return (
    <RecordDrawer
      title={isNew ? 'New company' : (query.data?.name ?? 'Company')}
      size="48rem"
      onClose={onClose}
    >
      {isNew ? (
        <CompanyForm
          onSaved={(company) => openRecord(company.id)}
          onClose={onClose}
          onReload={() => {}}
        />
      ) : (
        <Loaded query={query}>
          {(company) => (
            <CompanyRecord
              company={company}
              reload={async () => (await query.refetch()).data}
              onClose={onClose}
            />
          )}
        </Loaded>
      )}
    </RecordDrawer>
  );
}

const sumOf = (sums: CompanyDetail['owed']) =>
  sums.map(({ amount, currency }) => formatAmount(amount, currency)).join(' + ') || 'Nothing';

/** Links to new records for the manager, or else for the first member who can see them. */
function NewForCompany({ company }: { company: CompanyDetail }) {
  const memberWith = (right: CompanyRight) =>
    company.people.find(({ rights }) => rights.includes(right));
  const [payer, requester] = [memberWith('invoices'), memberWith('requests')];
  return (
    <>
      {payer && <NewInvoice clientId={payer.clientId} />}
      {payer && <NewProposal from={{ clientId: payer.clientId }} label="New proposal" />}
      {requester && <NewRequest client={{ id: requester.clientId, name: requester.name }} />}
    </>
  );
}

function CompanyRecord(props: {
  company: CompanyDetail;
  reload(): Promise<CompanyDetail | undefined>;
  onClose(): void;
}) {
  const { company, reload } = props;
  const mayChange = useCan()('clients.write');
  /** The company as opened, so that changes by other admins do not affect the input. */
  const [edited, setEdited] = useState<CompanyDetail>();
  const [isMerging, setMerging] = useState(false);
  if (edited) {
    return (
      <CompanyForm
        key={edited.updatedAt}
        opened={edited}
        onSaved={() => setEdited(undefined)}
        onClose={() => setEdited(undefined)}
        onReload={() => void reload().then((now) => now && setEdited(now))}
      />
    );
  }
  const place = [company.postcode, company.city].filter(Boolean).join(' ');
  return (
    <Stack gap="lg">
      <Group gap="xs">
        <NewForCompany company={company} />
        {mayChange && (
          <>
            <Button variant="default" onClick={() => setEdited(company)}>
              Edit
            </Button>
            <Button variant="default" onClick={() => setMerging(true)}>
              Merge into…
            </Button>
          </>
        )}
      </Group>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
        <Facts
          facts={[
            ['Outstanding', sumOf(company.owed)],
            ['Paid so far', sumOf(company.earned)],
            ['Since', <When key="since" at={company.createdAt} />],
          ]}
        />
        <Facts
          facts={[
            [
              'Address',
              [...company.address.split('\n'), place, countryName(company.country)]
                .filter(Boolean)
                .map((line) => <div key={line}>{line}</div>),
            ],
            ['VAT number', company.vatNumber],
            [registrationLabel(company.country), company.registrationNumber],
            ['Reference', company.buyerReference],
            ['Email for invoices', company.email || 'The client of each document'],
          ]}
        />
      </SimpleGrid>
      {company.notes && (
        <Text fz="sm" className="as-written">
          {company.notes}
        </Text>
      )}
      <Divider />
      <CompanyPeople company={company} />
      <Divider />
      <CompanyRecords company={company} />
      {company.changes.length > 0 && (
        <>
          <Divider />
          <Title order={3}>History</Title>
          {company.changes.map((change) => (
            <Text key={change.id} fz="sm" c="dimmed">
              {change.description}, <When at={change.createdAt} />
            </Text>
          ))}
        </>
      )}
      {isMerging && <MergeModal company={company} onClose={() => setMerging(false)} />}
    </Stack>
  );
}
