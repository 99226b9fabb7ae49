import { useProtected } from '~/web/shell/use-protected';
import { DashboardPending } from './dashboard-pending';
import { type DashboardParts, PageDashboard } from './page-dashboard';

/** Screen for signed-in users. Others are redirected to sign-in. */
export function ScreenDashboard(parts: DashboardParts) {
  return useProtected() ? <PageDashboard {...parts} /> : <DashboardPending />;
}
