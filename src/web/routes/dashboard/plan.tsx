import { createFileRoute } from '@tanstack/react-router';

import { planSearchOf } from '~/web/features/billing/chosen-plan';
import { PlanPending } from '~/web/features/billing/plan-pending';
import { ScreenPlan } from '~/web/features/billing/screen-plan';
import { privateHead } from '~/web/seo/head';
import { loadForViewer } from '~/web/shell/load-for-viewer';

export const Route = createFileRoute('/dashboard/plan')({
  validateSearch: planSearchOf,
  loader: ({ context }) =>
    loadForViewer(context, () =>
      Promise.all([
        context.queryClient.ensureQueryData(context.api.billing.mine.queryOptions()),
        context.queryClient.ensureQueryData(context.api.billing.payments.queryOptions()),
        context.queryClient.ensureQueryData(context.api.billing.provider.queryOptions()),
        context.queryClient.ensureQueryData(context.api.plans.list.queryOptions()),
      ]),
    ),
  head: ({ loaderData }) => privateHead('Your plan', loaderData?.siteName),
  component: ScreenPlan,
  pendingComponent: PlanPending,
});
