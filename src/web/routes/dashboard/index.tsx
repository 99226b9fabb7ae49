import { createFileRoute, redirect } from '@tanstack/react-router';

import { planSearchOf } from '~/web/features/billing/chosen-plan';
import { PaymentList } from '~/web/features/billing/payment-list';
import { SubscriptionPanel } from '~/web/features/billing/subscription-panel';
import { DashboardPending } from '~/web/features/dashboard/dashboard-pending';
import { ScreenDashboard } from '~/web/features/dashboard/screen-dashboard';
import { WaitingList, WhatIsNext } from '~/web/features/dashboard/waiting-list';
import { LatestRequests } from '~/web/features/requests/latest-requests';
import { privateHead } from '~/web/seo/head';
import { loadForViewer } from '~/web/shell/load-for-viewer';

export const Route = createFileRoute('/dashboard/')({
  validateSearch: planSearchOf,
  loader: ({ context }) =>
    loadForViewer(context, async (viewer) => {
      // If an admin's view of a client has ended, the admin stays on the page, which shows a
      // notice.
      if (viewer.isAdmin && !viewer.endedClientView) throw redirect({ to: '/admin' });
      const { api, queryClient } = context;
      const [requests] = await Promise.all([
        queryClient.ensureQueryData(api.requests.search.queryOptions({})),
        queryClient.ensureQueryData(api.dashboard.stats.queryOptions()),
        queryClient.fetchQuery({
          ...api.requestThreads.unread.queryOptions(),
          staleTime: 0,
        }),
        queryClient.ensureQueryData(api.invoices.mine.queryOptions()),
        queryClient.ensureQueryData(api.proposals.mine.queryOptions()),
        queryClient.ensureQueryData(api.billing.mine.queryOptions()),
        queryClient.ensureQueryData(api.billing.payments.queryOptions()),
        queryClient.ensureQueryData(api.billing.provider.queryOptions()),
        queryClient.ensureQueryData(api.plans.list.queryOptions()),
      ]);
      // The first steps, which new clients see, need this data.
      if (requests.total === 0) {
        await Promise.allSettled([
          // Refetches inquiries each time, because a quote that was sent in the meantime counts as the first step.
          queryClient.fetchQuery({ ...api.requests.inquiries.queryOptions(), staleTime: 0 }),
          queryClient.ensureQueryData(api.settings.about.queryOptions()),
        ]);
      }
    }),
  head: ({ loaderData }) => privateHead('Dashboard', loaderData?.siteName),
  component: () => (
    <ScreenDashboard
      first={<WaitingList fallback={<WhatIsNext />} />}
      requests={<LatestRequests />}
      below={<PaymentList />}
      beside={<SubscriptionPanel />}
    />
  ),
  pendingComponent: DashboardPending,
});
