import { createFileRoute } from '@tanstack/react-router';

import { DashboardPending } from '~/web/dashboard/dashboard-pending';
import { ScreenDashboard } from '~/web/dashboard/screen-dashboard';
import { privateHead } from '~/web/lib/head';
import { loadForViewer } from '~/web/lib/load-for-viewer';
import { PageFailed } from '~/web/shell/page-failed';

export const Route = createFileRoute('/dashboard/')({
  loader: ({ context }) =>
    loadForViewer(context, () =>
      Promise.all([
        context.queryClient.ensureQueryData(context.api.dashboard.stats.queryOptions()),
        context.queryClient.ensureQueryData(context.api.requests.search.queryOptions({})),
      ]),
    ),
  head: ({ loaderData }) => privateHead('Dashboard', loaderData?.siteName),
  component: ScreenDashboard,
  pendingComponent: DashboardPending,
  errorComponent: PageFailed,
});
