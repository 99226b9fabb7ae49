import { Stack } from '@mantine/core';

import { AccountantCard } from '~/web/admin/documents/accountant-card';
import { useToday } from '~/web/admin/form/today';
import { useCan } from '~/web/admin/shell/use-can';
import { ChartCard } from './chart-card';
import { LeadSources } from './lead-sources';

/** Leads, revenue and their sources, and what the accountant needs. */
export function ReportsTab() {
  const today = useToday();
  const can = useCan();
  return (
    <Stack gap="md">
      {can('overview.read') && (
        <>
          <ChartCard />
          <LeadSources />
        </>
      )}
      {/* The card is also in the settings. It is shown here for roles that cannot open them, such as a bookkeeper. */}
      {can('invoices.read') && <AccountantCard today={today} />}
    </Stack>
  );
}
