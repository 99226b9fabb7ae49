import { sectionViews, viewOf } from '~/contract/admin/sections';
import type { SectionCode, SectionLoad } from '~/web/admin/shell/section-load';
import { useAdminSearch } from '~/web/admin/shell/use-admin-search';
import { SectionHead } from '~/web/admin/ui/section-head';
import { loadPayments, PaymentsTable } from './payments-table';
import { ReportsTab } from './reports-tab';
import { entriesRequestOf, StatementsTab } from './statements-tab';

const load: SectionLoad = async (context, search, ...rest) => {
  const view = viewOf('payments', search.tab);
  if (view === 'reports') return;
  if (view === 'payments') return loadPayments(context, search, ...rest);
  const { api, queryClient } = context;
  await queryClient.ensureQueryData(api.admin.bank.entries.queryOptions(entriesRequestOf(search)));
};

function SectionPayments() {
  const view = viewOf('payments', useAdminSearch().tab);
  return (
    <>
      <SectionHead title={sectionViews.payments[view]} />
      {view === 'payments' && <PaymentsTable />}
      {view === 'statements' && <StatementsTab />}
      {view === 'reports' && <ReportsTab />}
    </>
  );
}

export const section: SectionCode = { Section: SectionPayments, load };
