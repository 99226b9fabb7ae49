import { useRouter } from '@tanstack/react-router';

import { sumsInWords } from '~/contract/common/sums';
import { subscriptionLabel } from '~/contract/dashboard/dashboard';
import { useSuspenseQuery } from '~/web/lib/queries';
import { useSettings } from '~/web/shell/settings';
import { Tiles } from '~/web/ui/tiles';

export function StatTiles() {
  const { api } = useRouter().options.context;
  const { currency } = useSettings();
  const { data: stats } = useSuspenseQuery(api.dashboard.stats.queryOptions());
  return (
    <Tiles
      tiles={[
        { label: 'Active Services', value: String(stats.activeServices) },
        {
          label: 'Total Spent',
          value: sumsInWords(stats.totalSpent, currency, stats.otherCurrencies),
        },
        { label: 'In Progress', value: String(stats.requestsInProgress) },
        { label: 'Subscription', value: subscriptionLabel(stats.subscriptionStatus) },
      ]}
    />
  );
}
