import type { ReactNode } from 'react';

import { useProtected } from '~/web/lib/use-protected';
import { DashboardPending } from './dashboard-pending';
import { PageDashboard } from './page-dashboard';

/** For whoever is signed in; everybody else is on the way to sign in. */
export function ScreenDashboard({ beside }: { beside?: ReactNode }) {
  return useProtected() ? <PageDashboard beside={beside} /> : <DashboardPending />;
}
