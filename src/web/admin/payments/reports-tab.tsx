import { Stack } from '@mantine/core';

import { AccountantCard } from '~/web/admin/documents/accountant-card';
import { useToday } from '~/web/admin/form/today';
import { useCan } from '~/web/admin/shell/use-can';
import { ChartCard } from './chart-card';
import { LeadSources } from './lead-sources';

/** Tab with reports about leads and revenue, and with documents for the accountant. */
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
      {/* The settings contain this card as well. Roles without access to the settings, such as a
          bookkeeper, use it here. */}
      {can('invoices.read') && <AccountantCard today={today} />}
    </Stack>
  );
}
