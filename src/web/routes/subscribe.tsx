import { createFileRoute, redirect } from '@tanstack/react-router';

import { chosenPlan } from '~/web/features/billing/chosen-plan';
import { ScreenSubscribe } from '~/web/features/billing/screen-subscribe';
import { SubscribePending } from '~/web/features/billing/subscribe-pending';
import { bankReturnOf } from '~/web/lib/search';
import { privateHead } from '~/web/seo/head';
import { loadForViewer } from '~/web/shell/load-for-viewer';

export const Route = createFileRoute('/subscribe')({
  validateSearch: (search) => ({ ...chosenPlan(search), ...bankReturnOf(search) }),
  loaderDeps: ({ search }) => ({ isPaid: search.redirect_status === 'succeeded' }),
  loader: ({ context, deps }) => {
    // The dashboard waits for the confirmation of the payment.
    if (deps.isPaid) throw redirect({ to: '/dashboard', search: { paid: true }, replace: true });
    return loadForViewer(
      context,
      () =>
        Promise.all([
          context.queryClient.ensureQueryData(context.api.plans.list.queryOptions()),
          context.queryClient.ensureQueryData(context.api.billing.provider.queryOptions()),
        ]),
      { isClientArea: false },
    );
  },
  head: ({ loaderData }) => privateHead('Subscribe', loaderData?.siteName),
  component: ScreenSubscribe,
  pendingComponent: SubscribePending,
});
