import { createFileRoute, redirect } from '@tanstack/react-router';

import { planSearchOf } from '~/web/features/billing/chosen-plan';
import { PaymentList } from '~/web/features/billing/payment-list';
import { SubscriptionPanel } from '~/web/features/billing/subscription-panel';
import { DashboardPending } from '~/web/features/dashboard/dashboard-pending';
import { ScreenDashboard } from '~/web/features/dashboard/screen-dashboard';
import { WaitingList } from '~/web/features/dashboard/waiting-list';
import { LatestRequests } from '~/web/features/requests/latest-requests';
import { LiveRequests } from '~/web/features/workspace/live-requests';
import { privateHead } from '~/web/seo/head';
import { loadForViewer } from '~/web/shell/load-for-viewer';

export const Route = createFileRoute('/dashboard/')({
  validateSearch: planSearchOf,
  loader: ({ context }) =>
    loadForViewer(context, (viewer) => {
      // Where an admin's view of a client has ended, the page says so.
      if (viewer.isAdmin && !viewer.endedView) throw redirect({ to: '/admin' });
      return Promise.all([
        context.queryClient.ensureQueryData(context.api.dashboard.stats.queryOptions()),
        context.queryClient.fetchQuery({
          ...context.api.workspace.unread.queryOptions(),
          staleTime: 0,
        }),
        context.queryClient.ensureQueryData(context.api.invoices.mine.queryOptions()),
        context.queryClient.ensureQueryData(context.api.proposals.mine.queryOptions()),
        context.queryClient.ensureQueryData(context.api.requests.search.queryOptions({})),
        context.queryClient.ensureQueryData(context.api.billing.mine.queryOptions()),
        context.queryClient.ensureQueryData(context.api.billing.payments.queryOptions()),
        context.queryClient.ensureQueryData(context.api.billing.provider.queryOptions()),
        context.queryClient.ensureQueryData(context.api.plans.list.queryOptions()),
      ]);
    }),
  head: ({ loaderData }) => privateHead('Dashboard', loaderData?.siteName),
  component: () => (
    <ScreenDashboard
      first={
        <>
          <LiveRequests />
          <WaitingList />
        </>
      }
      requests={<LatestRequests />}
      below={<PaymentList />}
      beside={<SubscriptionPanel />}
    />
  ),
  pendingComponent: DashboardPending,
});
