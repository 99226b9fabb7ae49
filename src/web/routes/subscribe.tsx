import { createFileRoute } from '@tanstack/react-router';

import { type BillingCycle, billingCycles } from '~/contract/plans';
import { ScreenSubscribe } from '~/web/billing/screen-subscribe';
import { SubscribePending } from '~/web/billing/subscribe-pending';
import { privateHead } from '~/web/lib/head';
import { loadForViewer } from '~/web/lib/load-for-viewer';
import { oneOf } from '~/web/lib/search';

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
  loader: ({ context }) =>
    loadForViewer(context, () =>
      Promise.all([
        context.queryClient.ensureQueryData(context.api.plans.list.queryOptions()),
        context.queryClient.ensureQueryData(context.api.billing.provider.queryOptions()),
      ]),
    ),
  head: ({ loaderData }) => privateHead('Subscribe', loaderData?.siteName),
  component: ScreenSubscribe,
  pendingComponent: SubscribePending,
});
