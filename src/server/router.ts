import { adminRouter } from './admin/router';
import { router } from './base/trpc';
import { billingRouter } from './billing/router';
import { blogRouter } from './blog/router';
import { contactRouter } from './contact/router';
import { dashboardRouter } from './dashboard/router';
import { identityRouter } from './identity/router';
import { legalRouter } from './legal/router';
import { plansRouter } from './plans/router';
import { portfolioRouter } from './portfolio/router';
import { quotesRouter } from './quotes/router';
import { requestsRouter } from './requests/router';
import { servicesRouter } from './services/router';
import { settingsRouter } from './settings/router';

export const appRouter = router({
  admin: adminRouter,
  billing: billingRouter,
  blog: blogRouter,
  contact: contactRouter,
  dashboard: dashboardRouter,
  identity: identityRouter,
  legal: legalRouter,
  plans: plansRouter,
  portfolio: portfolioRouter,
  quotes: quotesRouter,
  requests: requestsRouter,
  services: servicesRouter,
  settings: settingsRouter,
});

export type AppRouter = typeof appRouter;
