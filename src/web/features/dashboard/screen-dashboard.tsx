import { useProtected } from '~/web/shell/use-protected';
import { DashboardPending } from './dashboard-pending';
import { type DashboardParts, PageDashboard } from './page-dashboard';

/** For those who are signed in; everybody else is on the way to sign in. */
export function ScreenDashboard(parts: DashboardParts) {
  return useProtected() ? <PageDashboard {...parts} /> : <DashboardPending />;
}
