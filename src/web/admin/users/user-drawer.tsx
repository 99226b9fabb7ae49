import { Button, Divider, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link, useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { UserDetail } from '~/contract/admin/admin-schema';
import type { AdminSection } from '~/contract/admin/sections';
import { countryName } from '~/contract/common/country-names';
import { formatAmount } from '~/contract/common/currencies';
import { sumsInWords } from '~/contract/common/sums';
import { writtenVatNumber } from '~/contract/documents/tax-numbers';
import { CompanyOffer } from '~/web/admin/documents/company-offer';
import { NewInvoice, NewRecurringInvoice, NewRequest } from '~/web/admin/documents/new-for-client';
import { NewProposal } from '~/web/admin/documents/new-proposal';
import { useCan } from '~/web/admin/shell/use-can';
import { clientName } from '~/web/admin/ui/client-names';
import { Facts } from '~/web/admin/ui/facts';
import { Loaded, RecordDrawer } from '~/web/admin/ui/record-drawer';
import { When } from '~/web/admin/ui/when';
import { useQuery } from '~/web/lib/queries';
import { useSettings } from '~/web/shell/settings';
import { StatusBadge } from '~/web/ui/status-badge';
import { AccountActions } from './account-actions';
import { ClientDataPart, DeletionNotice } from './client-data-part';
import { ClientTrail } from './client-trail';
import { EditClient } from './edit-client';
import { ViewAsClient } from './view-as-client';

/** Drawer of a client: data, history, and whether they can sign in. */
export function UserDrawer({ id, onClose }: { id: string; onClose(): void }) {
  const { api } = useRouter().options.context;
  const { currency } = useSettings();
  const query = useQuery(api.admin.users.get.queryOptions({ id }));
  const { data } = query;
  const title = data ? clientName(data.user) : 'Person';
  return (
    <RecordDrawer title={title} size="48rem" onClose={onClose}>
      <Loaded query={query}>
        {(detail) => (
          <Stack gap="lg">
            <Group gap="xs">
              {detail.user.status !== 'deleted' && (
                <>
                  <NewInvoice clientId={detail.user.id} />
                  <NewRecurringInvoice clientId={detail.user.id} />
                  <NewRequest client={{ id: detail.user.id, name: clientName(detail.user) }} />
                  <NewProposal from={{ clientId: detail.user.id }} />
                  <EditButton detail={detail} />
                  <ViewAsClient user={detail.user} />
                </>
              )}
              {detail.user.status !== 'deleted' && <AccountActions user={detail.user} />}
            </Group>
            <DeletionNotice user={detail.user} />
            <CompanyOffer clientId={detail.user.id} />
            <ClientFacts detail={detail} currency={currency} />
            <Divider />
            <OpenRecords detail={detail} />
            <Divider />
            <Title order={3}>Activity</Title>
            {detail.history.length === 0 && (
              <Text c="dimmed" fz="sm">
                No activity yet.
              </Text>
            )}
            {detail.history.map((entry) => (
              <HistoryRow key={entry.id} entry={entry} />
            ))}
            <ClientTrail detail={detail} />
            <ClientDataPart user={detail.user} />
          </Stack>
        )}
      </Loaded>
    </RecordDrawer>
  );
}

function EditButton({ detail }: { detail: UserDetail }) {
  const [isOpen, dialog] = useDisclosure(false);
  if (!useCan()('clients.write')) return null;
  return (
    <>
      <Button variant="default" onClick={dialog.open}>
        Edit
      </Button>
      {isOpen && <EditClient detail={detail} onClose={dialog.close} />}
    </>
  );
}

const sections: Record<UserDetail['history'][number]['kind'], AdminSection> = {
  quote: 'quotes',
  message: 'messages',
  request: 'requests',
  proposal: 'proposals',
  invoice: 'invoices',
  payment: 'payments',
};

function ClientFacts({ detail, currency }: { detail: UserDetail; currency: string }) {
  const { user, company, billing } = detail;
  const place = [billing.postcode, billing.city].filter(Boolean).join(' ');
  const lines = [
    billing.company ?? '',
    ...(billing.address ?? '').split('\n'),
    place,
    billing.country ? countryName(billing.country) : '',
  ].filter(Boolean);
  const owed = detail.owed.map((sum) => formatAmount(sum.amount, sum.currency)).join(' + ');
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" style={{ alignItems: 'start' }}>
      <Facts
        facts={[
          ['Outstanding', owed || 'Nothing'],
          ['Total paid', sumsInWords(user.spent, currency, user.otherCurrencies)],
          ['Plan', user.plan],
          ['Status', <StatusBadge key="status" status={user.status} />],
          ['Active sessions', String(user.sessions)],
          ['Since', <When key="at" at={user.createdAt} />],
        ]}
      />
      <Facts
        facts={[
          ['Email', user.email],
          ['Phone', detail.phone],
          [
            'Company',
            company && (
              <Link key="company" to="/admin" search={{ section: 'companies', open: company.id }}>
                {company.name}
              </Link>
            ),
          ],
          ['Invoices to', lines.length > 0 && lines.map((line) => <div key={line}>{line}</div>)],
          ['VAT number', writtenVatNumber(billing.vatNumber ?? '')],
          ['Tax number', billing.taxNumber],
          ['Registration number', billing.registrationNumber],
        ]}
      />
    </SimpleGrid>
  );
}

/** Lists open invoices, proposals, and requests of a client. */
function OpenRecords({ detail }: { detail: UserDetail }) {
  const { openInvoices, openProposals, openRequests } = detail;
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="lg" style={{ alignItems: 'start' }}>
      <Open title="Open invoices" isEmpty={openInvoices.length === 0}>
        {openInvoices.map((one) => (
          <OpenRow
            key={one.id}
            section="invoices"
            id={one.id}
            title={`${one.number}: ${formatAmount(one.remaining, one.currency)}`}
            status={one.isOverdue ? 'overdue' : 'open'}
          />
        ))}
      </Open>
      <Open title="Open proposals" isEmpty={openProposals.length === 0}>
        {openProposals.map((one) => (
          <OpenRow
            key={one.id}
            section="proposals"
            id={one.id}
            title={`${one.number}: ${one.title}`}
            status={one.status}
          />
        ))}
      </Open>
      <Open title="Open requests" isEmpty={openRequests.length === 0}>
        {openRequests.map((one) => (
          <OpenRow
            key={one.id}
            section="requests"
            id={one.id}
            title={one.title}
            status={one.status}
          />
        ))}
      </Open>
    </SimpleGrid>
  );
}

function Open(props: { title: string; isEmpty: boolean; children: ReactNode }) {
  return (
    <Stack gap="xs">
      <Title order={3}>{props.title}</Title>
      {props.isEmpty ? (
        <Text c="dimmed" fz="sm">
          None.
        </Text>
      ) : (
        props.children
      )}
    </Stack>
  );
}

function OpenRow(props: { section: AdminSection; id: number; title: string; status: string }) {
  return (
    <div>
      <Link to="/admin" search={{ section: props.section, open: props.id }} className="row-link">
        {props.title}
      </Link>
      <div>
        <StatusBadge status={props.status} />
      </div>
    </div>
  );
}

function HistoryRow({ entry }: { entry: UserDetail['history'][number] }) {
  const id = Number(entry.id.split(':')[1]);
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <div>
        <Link
          to="/admin"
          search={{
            section: sections[entry.kind],
            ...(entry.kind !== 'payment' && { open: id }),
          }}
          className="row-link"
        >
          {entry.title}
        </Link>
        <Text c="dimmed" fz="xs">
          {entry.kind.charAt(0).toUpperCase() + entry.kind.slice(1)}, <When at={entry.time} />
        </Text>
      </div>
      <StatusBadge status={entry.status} />
    </Group>
  );
}
