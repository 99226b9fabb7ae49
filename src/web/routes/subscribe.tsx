import { createFileRoute } from '@tanstack/react-router';

import { chosenPlan } from '~/web/billing/chosen-plan';
import { ScreenSubscribe } from '~/web/billing/screen-subscribe';
import { SubscribePending } from '~/web/billing/subscribe-pending';
import { privateHead } from '~/web/lib/head';
import { loadForViewer } from '~/web/lib/load-for-viewer';

export const Route = createFileRoute('/subscribe')({
  validateSearch: chosenPlan,
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
