import { paymentsAdminRouter } from './features/billing/admin-router';
import { blogAdminRouter } from './features/content/blog/admin-router';
import { plansAdminRouter } from './features/content/plans/admin-router';
import { portfolioAdminRouter } from './features/content/portfolio/admin-router';
import { servicesAdminRouter } from './features/content/services/admin-router';
import { usersAdminRouter } from './features/identity/users-router';
import { messagesAdminRouter } from './features/leads/messages/admin-router';
import { quotesAdminRouter } from './features/leads/quotes/admin-router';
import { liveRouter } from './features/overview/live-router';
import { overviewRouter } from './features/overview/router';
import { requestsAdminRouter } from './features/requests/admin-router';
import { settingsAdminRouter } from './features/settings/admin-router';
import { router } from './platform/trpc/trpc';

/** What only admins may ask for, noun by noun. */
export const adminRouter = router({
  blog: blogAdminRouter,
  live: liveRouter,
  messages: messagesAdminRouter,
  overview: overviewRouter,
  payments: paymentsAdminRouter,
  plans: plansAdminRouter,
  portfolio: portfolioAdminRouter,
  quotes: quotesAdminRouter,
  requests: requestsAdminRouter,
  services: servicesAdminRouter,
  settings: settingsAdminRouter,
  users: usersAdminRouter,
});
