import { Tabs } from '@mantine/core';

import type { SectionCode } from '~/web/admin/shell/section-load';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { SectionHead } from '~/web/admin/ui/section-head';
import { EventsTable } from './events-table';
import { loadPayments, PaymentsTable } from './payments-table';

function SectionPayments() {
  const { tab, change } = useAdminSearch();
  const shown = tab === 'events' ? 'events' : 'payments';
  return (
    <>
      <SectionHead title="Payments" note="What clients paid, and what Stripe told of it." />
      <Tabs
        value={shown}
        onChange={(value) =>
          void change({
            tab: value === 'events' ? 'events' : undefined,
            status: undefined,
            search: undefined,
            sort: undefined,
            page: undefined,
            open: undefined,
          })
        }
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="payments">Payments</Tabs.Tab>
          <Tabs.Tab value="events">Stripe events</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={shown}>
          {shown === 'events' ? <EventsTable /> : <PaymentsTable />}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

export const section: SectionCode = { Section: SectionPayments, load: loadPayments };
