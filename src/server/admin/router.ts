import { router } from '../base/trpc';
import { paymentsAdminRouter } from '../billing/admin-router';
import { blogAdminRouter } from '../blog/admin-router';
import { messagesAdminRouter } from '../contact/admin-router';
import { usersAdminRouter } from '../identity/users-router';
import { liveRouter } from '../live/router';
import { overviewRouter } from '../overview/router';
import { plansAdminRouter } from '../plans/admin-router';
import { portfolioAdminRouter } from '../portfolio/admin-router';
import { quotesAdminRouter } from '../quotes/admin-router';
import { requestsAdminRouter } from '../requests/admin-router';
import { servicesAdminRouter } from '../services/admin-router';
import { settingsAdminRouter } from '../settings/admin-router';

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
