import { createFileRoute } from '@tanstack/react-router';

import { type BillingCycle, billingCycles } from '~/contract/plans';
import { ScreenSubscribe } from '~/web/billing/screen-subscribe';
import { SubscribePending } from '~/web/billing/subscribe-pending';
import { oneOf } from '~/web/lib/search';
import { PageFailed } from '~/web/shell/page-failed';

interface SubscribeSearch {
  plan?: number;
  cycle?: BillingCycle;
}

export const Route = createFileRoute('/subscribe')({
  validateSearch: (search): SubscribeSearch => {
    const plan = Number(search.plan);
    const cycle = oneOf(billingCycles, search.cycle);
    return { ...(Number.isInteger(plan) && plan > 0 && { plan }), ...(cycle && { cycle }) };
  },
  loader: async ({ context: { api, queryClient } }) => {
    const [settings] = await Promise.all([
      queryClient.ensureQueryData(api.settings.public.queryOptions()),
      queryClient.ensureQueryData(api.identity.viewer.queryOptions()),
      queryClient.ensureQueryData(api.plans.list.queryOptions()),
      queryClient.ensureQueryData(api.billing.provider.queryOptions()),
    ]);
    return { siteName: settings.brand.name };
  },
  head: ({ loaderData }) => ({
    meta: [
      { title: `Subscribe | ${loaderData?.siteName ?? ''}` },
      { name: 'robots', content: 'noindex' },
    ],
  }),
  component: ScreenSubscribe,
  pendingComponent: SubscribePending,
  errorComponent: PageFailed,
});
