import { Tabs } from '@mantine/core';

import { AccountantCard } from '~/web/admin/documents/accountant-card';
import { useToday } from '~/web/admin/form/today';
import type { SectionCode, SectionLoad } from '~/web/admin/shell/section-load';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { useCan } from '~/web/admin/shell/use-can';
import { SectionHead } from '~/web/admin/ui/section-head';
import { EventsTable } from './events-table';
import { loadPayments, PaymentsTable } from './payments-table';
import { entriesRequestOf, StatementsTab } from './statements-tab';

const tabs = [
  { value: 'payments', label: 'Payments' },
  { value: 'statements', label: 'Bank statements' },
  // Also visible to roles that cannot open the settings, such as a bookkeeper.
  { value: 'accounting', label: 'For your accountant' },
  { value: 'events', label: 'Stripe events' },
] as const;

const load: SectionLoad = async (context, search, ...rest) => {
  if (search.tab === 'accounting') return;
  if (search.tab !== 'statements') return loadPayments(context, search, ...rest);
  const { api, queryClient } = context;
  await queryClient.ensureQueryData(api.admin.bank.entries.queryOptions(entriesRequestOf(search)));
};

function SectionPayments() {
  const today = useToday();
  const { tab, change } = useAdminSearch();
  const can = useCan();
  const offered = tabs.filter(({ value }) => value !== 'accounting' || can('invoices.read'));
  const shown = offered.find(({ value }) => value === tab)?.value ?? 'payments';
  return (
    <>
      <SectionHead title="Payments" />
      <Tabs
        value={shown}
        onChange={(value) =>
          void change({
            tab: value === 'payments' ? undefined : (value ?? undefined),
            status: undefined,
            search: undefined,
            sort: undefined,
            page: undefined,
            open: undefined,
          })
        }
      >
        <Tabs.List mb="md">
          {offered.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown}>
          {shown === 'payments' && <PaymentsTable />}
          {shown === 'statements' && <StatementsTab />}
          {shown === 'accounting' && <AccountantCard today={today} />}
          {shown === 'events' && <EventsTable />}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

export const section: SectionCode = { Section: SectionPayments, load };
