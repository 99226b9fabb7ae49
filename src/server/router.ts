import { createBillingAdminRouter } from './features/billing/admin-router';
import { createBillingRouter } from './features/billing/router';
import { createBlogRouter } from './features/content/blog/router';
import { createContentAdminRouters } from './features/content/content';
import { createPlansRouter } from './features/content/plans/router';
import { createPortfolioRouter } from './features/content/portfolio/router';
import { createServicesRouter } from './features/content/services/router';
import { createDashboardRouter } from './features/dashboard/router';
import { createAdminsRouter } from './features/identity/admins-router';
import { createOwnAccountRouter } from './features/identity/own-account-router';
import { createIdentityRouter } from './features/identity/router';
import { createUsersAdminRouter } from './features/identity/users-router';
import { createInvoicesAdminRouter } from './features/invoices/admin-router';
import { createInvoicesRouter } from './features/invoices/router';
import { createMessagesAdminRouter } from './features/leads/messages/admin-router';
import { createMessagesRouter } from './features/leads/messages/router';
import { createQuotesAdminRouter } from './features/leads/quotes/admin-router';
import { createQuotesRouter } from './features/leads/quotes/router';
import { createLegalRouter } from './features/legal/router';
import { createNotificationsRouter } from './features/notifications/router';
import { createLiveRouter } from './features/overview/live-router';
import { createOverviewRouter } from './features/overview/router';
import { createProposalsAdminRouter } from './features/proposals/admin-router';
import { createProposalsRouter } from './features/proposals/router';
import { createProposalTemplatesRouter } from './features/proposals/templates-router';
import { createRequestsAdminRouter } from './features/requests/admin-router';
import { createRequestsRouter } from './features/requests/router';
import { createResponseTimesRouter } from './features/response-times/admin-router';
import {
  createPageTextsAdminRouter,
  createSettingsAdminRouter,
} from './features/settings/admin-router';
import { createSettingsRouter } from './features/settings/router';
import { createSetupRouter } from './features/setup/admin-router';
import { createTrafficRouter } from './features/traffic/admin-router';
import { createWorkspaceAdminRouter } from './features/workspace/admin-router';
import { createWorkspaceRouter } from './features/workspace/router';
import { router } from './platform/trpc/trpc';
import type { AdminServices, AppServices } from './services';

/** Procedures that require an admin. */
const createAdminRouter = (services: AppServices, admin: AdminServices) => {
  const { audit } = admin;
  return router({
    account: createOwnAccountRouter({ account: admin.account }),
    admins: createAdminsRouter({ admins: admin.admins }),
    ...createContentAdminRouters(admin),
    invoices: createInvoicesAdminRouter({ invoices: admin.invoices }),
    live: createLiveRouter({ identity: services.identity, panelStream: services.panelStream }),
    messages: createMessagesAdminRouter({ messages: admin.messages, audit }),
    overview: createOverviewRouter({ overview: admin.overview }),
    pageTexts: createPageTextsAdminRouter({ settings: admin.settings }),
    payments: createBillingAdminRouter({ payments: admin.payments, billing: services.billing }),
    proposals: createProposalsAdminRouter({ proposals: admin.proposals }),
    proposalTemplates: createProposalTemplatesRouter({ templates: admin.proposalTemplates }),
    quotes: createQuotesAdminRouter({
      quotes: admin.quotes,
      linked: services.linkedQuotes,
      audit,
    }),
    requests: createRequestsAdminRouter({ requests: admin.requests, audit }),
    responseTimes: createResponseTimesRouter({ responseTimes: admin.responseTimes }),
    settings: createSettingsAdminRouter({
      settings: admin.settings,
      jobs: services.jobs,
      outbox: services.outbox,
    }),
    setup: createSetupRouter({ setup: admin.setup }),
    traffic: createTrafficRouter({ reports: admin.traffic }),
    users: createUsersAdminRouter({ users: admin.users }),
    workspace: createWorkspaceAdminRouter({
      workspace: admin.workspace,
      streams: services.threadStreams,
      identity: services.identity,
    }),
  });
};

/** All procedures, each router with the services that it needs. */
export const createAppRouter = (services: AppServices) =>
  router({
    admin: createAdminRouter(services, services.admin),
    billing: createBillingRouter({ billing: services.billing }),
    blog: createBlogRouter({ blog: services.blog }),
    contact: createMessagesRouter({ messages: services.messages }),
    dashboard: createDashboardRouter({ dashboard: services.dashboard }),
    identity: createIdentityRouter({
      identity: services.identity,
      providers: services.providers,
      rateLimits: services.rateLimits,
    }),
    invoices: createInvoicesRouter({ invoices: services.invoices }),
    legal: createLegalRouter({ settings: services.settings }),
    notifications: createNotificationsRouter({ notifications: services.notifications }),
    plans: createPlansRouter({ plans: services.plans }),
    portfolio: createPortfolioRouter({ portfolio: services.portfolio }),
    quotes: createQuotesRouter({ quotes: services.quotes, linked: services.linkedQuotes }),
    proposals: createProposalsRouter({ proposals: services.proposals }),
    requests: createRequestsRouter({ requests: services.requests }),
    services: createServicesRouter({ services: services.services }),
    settings: createSettingsRouter({ settings: services.settings }),
    workspace: createWorkspaceRouter({
      workspace: services.workspace,
      streams: services.threadStreams,
      identity: services.identity,
    }),
  });

export type AppRouter = ReturnType<typeof createAppRouter>;
