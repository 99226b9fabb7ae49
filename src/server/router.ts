import { adminRouter } from './admin-router';
import { billingRouter } from './features/billing/router';
import { blogRouter } from './features/content/blog/router';
import { plansRouter } from './features/content/plans/router';
import { portfolioRouter } from './features/content/portfolio/router';
import { servicesRouter } from './features/content/services/router';
import { dashboardRouter } from './features/dashboard/router';
import { identityRouter } from './features/identity/router';
import { contactRouter } from './features/leads/messages/router';
import { quotesRouter } from './features/leads/quotes/router';
import { legalRouter } from './features/legal/router';
import { requestsRouter } from './features/requests/router';
import { settingsRouter } from './features/settings/router';
import { router } from './platform/trpc/trpc';

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
