import { Tabs } from '@mantine/core';

import type { SectionCode, SectionLoad } from '~/web/admin/shell/section-load';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { SectionHead } from '~/web/admin/ui/section-head';
import { loadPayments, PaymentsTable } from './payments-table';
import { ReportsTab } from './reports-tab';
import { entriesRequestOf, StatementsTab } from './statements-tab';

const tabs = [
  { value: 'payments', label: 'Payments' },
  { value: 'statements', label: 'Bank statements' },
  { value: 'reports', label: 'Reports' },
] as const;

const load: SectionLoad = async (context, search, ...rest) => {
  if (search.tab === 'reports') return;
  if (search.tab !== 'statements') return loadPayments(context, search, ...rest);
  const { api, queryClient } = context;
  await queryClient.ensureQueryData(api.admin.bank.entries.queryOptions(entriesRequestOf(search)));
};

function SectionPayments() {
  const { tab, change } = useAdminSearch();
  const shown = tabs.find(({ value }) => value === tab)?.value ?? 'payments';
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
          {tabs.map(({ value, label }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown}>
          {shown === 'payments' && <PaymentsTable />}
          {shown === 'statements' && <StatementsTab />}
          {shown === 'reports' && <ReportsTab />}
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

export const section: SectionCode = { Section: SectionPayments, load };
