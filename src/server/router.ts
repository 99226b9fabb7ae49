import type { AdminServices } from './admin-services';
import type { AppServices } from './app-services';
import { createAccountingRouter } from './features/accounting/accounting.panel-router';
import { createBankRouter } from './features/bank/bank.panel-router';
import { createBillingRouter } from './features/billing/billing.router';
import { createCompaniesAdminRouter } from './features/companies/companies.panel-router';
import { createCompaniesRouter } from './features/companies/companies.router';
import { createContentAdminRouters, createContentRouters } from './features/content/content';
import { createPageBlocksAdminRouter } from './features/content/custom-pages/custom-pages.panel-router';
import {
  createPageBlocksRouter,
  createPageDraftsRouter,
} from './features/content/custom-pages/custom-pages.router';
import { createTestimonialLinksRouter } from './features/content/testimonials/testimonials.router';
import { createConversationsRouter } from './features/conversations/conversations.panel-router';
import { createReplyTemplatesRouter } from './features/conversations/reply-templates-router';
import { createDashboardRouter } from './features/dashboard/dashboard.router';
import { createAdminsRouter } from './features/identity/admins-router';
import { createApiKeysRouter } from './features/identity/api-keys-router';
import { createIdentityRouter } from './features/identity/identity.router';
import { createOwnAccountRouter } from './features/identity/own-account-router';
import { createUsersAdminRouter } from './features/identity/users-router';
import { createInboxRouter } from './features/inbox/inbox.panel-router';
import { createIncomingMailRouter } from './features/incoming-mail/incoming-mail.panel-router';
import { createInvoicesAdminRouter } from './features/invoices/invoices.panel-router';
import { createInvoicesRouter } from './features/invoices/invoices.router';
import { createFormAnswersRouter } from './features/leads/form-answers/form-answers.router';
import { createMessagesAdminRouter } from './features/leads/messages/messages.panel-router';
import { createMessagesRouter } from './features/leads/messages/messages.router';
import { createQuotesAdminRouter } from './features/leads/quotes/quotes.panel-router';
import { createQuotesRouter } from './features/leads/quotes/quotes.router';
import { createLegalAdminRouter } from './features/legal/legal.panel-router';
import { createLegalRouter } from './features/legal/legal.router';
import { createLiveRouter } from './features/live/live.router';
import { createNotificationsRouter } from './features/notifications/notifications.router';
import { createOverviewRouter } from './features/overview/overview.router';
import { createPaymentsAdminRouter } from './features/payments/payments.panel-router';
import { createPersonalDataAdminRouter } from './features/personal-data/personal-data.panel-router';
import { createPersonalDataRouter } from './features/personal-data/personal-data.router';
import { createProposalsAdminRouter } from './features/proposals/proposals.panel-router';
import { createProposalsRouter } from './features/proposals/proposals.router';
import { createProposalTemplatesRouter } from './features/proposals/templates-router';
import { createProposedChangesRouter } from './features/proposed-changes/proposed-changes.panel-router';
import { createRecurringInvoicesRouter } from './features/recurring-invoices/recurring-invoices.panel-router';
import { createRequestThreadsAdminRouter } from './features/request-threads/request-threads.panel-router';
import { createRequestThreadsRouter } from './features/request-threads/request-threads.router';
import { createRequestsAdminRouter } from './features/requests/requests.panel-router';
import { createRequestsRouter } from './features/requests/requests.router';
import { createResponseTimesRouter } from './features/response-times/response-times.panel-router';
import { createSearchRouter } from './features/search/search.router';
import {
  createPageTextsAdminRouter,
  createSettingsAdminRouter,
} from './features/settings/settings.panel-router';
import { createSettingsRouter } from './features/settings/settings.router';
import { createSetupRouter } from './features/setup/setup.panel-router';
import { createTrafficRouter } from './features/traffic/traffic.panel-router';
import { createWebhooksRouter } from './features/webhooks/webhooks.panel-router';
import { createPreviews, type Previews } from './http/mcp/previews';
import { procedureAt, type RestRouter } from './http/rest';
import type { Context } from './platform/trpc/context';
import { router } from './platform/trpc/trpc';

/** Calls a procedure by its full name. */
type CallProcedure = (context: Context, name: string, input: object) => Promise<unknown>;

/** Procedures that require an admin. */
const createAdminRouter = (
  services: AppServices,
  admin: AdminServices,
  { call, preview }: { call: CallProcedure; preview: Previews['of'] },
) => {
  const { audit } = admin;
  return router({
    accounting: createAccountingRouter({ accounting: admin.accounting }),
    account: createOwnAccountRouter({ account: admin.account }),
    admins: createAdminsRouter({ admins: admin.admins }),
    apiKeys: createApiKeysRouter({ identity: services.identity }),
    bank: createBankRouter({ bank: admin.bank }),
    companies: createCompaniesAdminRouter({ companies: admin.companies }),
    conversations: createConversationsRouter({ conversations: admin.conversations }),
    replyTemplates: createReplyTemplatesRouter({ templates: admin.replyTemplates }),
    ...createContentAdminRouters(admin),
    pageBlocks: createPageBlocksAdminRouter({ pageBlocks: admin.pageBlocks }),
    inbox: createInboxRouter({ inbox: admin.inbox }),
    incomingMail: createIncomingMailRouter({ incomingMail: services.incomingMail }),
    invoices: createInvoicesAdminRouter({ invoices: admin.invoices }),
    messages: createMessagesAdminRouter({ messages: admin.messages, audit }),
    overview: createOverviewRouter({ overview: admin.overview }),
    pageTexts: createPageTextsAdminRouter({
      settings: admin.settings,
      countedClaims: admin.countedClaims,
    }),
    payments: createPaymentsAdminRouter({ ...admin, billing: services.billing }),
    personalData: createPersonalDataAdminRouter({
      personalData: services.personalData,
    }),
    proposals: createProposalsAdminRouter({ proposals: admin.proposals }),
    proposalTemplates: createProposalTemplatesRouter({ templates: admin.proposalTemplates }),
    proposedChanges: createProposedChangesRouter({
      proposedChanges: admin.proposedChanges,
      call,
      preview,
    }),
    quotes: createQuotesAdminRouter({
      quotes: admin.quotes,
      linked: services.linkedQuotes,
      audit,
    }),
    recurringInvoices: createRecurringInvoicesRouter({ recurring: admin.recurringInvoices }),
    requests: createRequestsAdminRouter({ requests: admin.requests, audit }),
    responseTimes: createResponseTimesRouter({ responseTimes: admin.responseTimes }),
    search: createSearchRouter({ search: admin.search }),
    settings: createSettingsAdminRouter({
      settings: admin.settings,
      emailDrafts: admin.emailDrafts,
      jobs: services.jobs,
      outbox: services.outbox,
    }),
    legal: createLegalAdminRouter({ legal: admin.legal, texts: services.legal }),
    setup: createSetupRouter({ setup: admin.setup }),
    traffic: createTrafficRouter({ reports: admin.traffic }),
    users: createUsersAdminRouter({ users: admin.users, identity: services.identity }),
    webhooks: createWebhooksRouter({ webhooks: admin.webhooks }),
    requestThreads: createRequestThreadsAdminRouter({
      requestThreads: admin.requestThreads,
    }),
  });
};

/** Creates all procedures, and passes to each router the services that it needs. */
export const createAppRouter = (services: AppServices) => {
  let whole: RestRouter | undefined;
  const call: CallProcedure = (context, name, input) =>
    procedureAt(whole?.createCaller(context), name)(input);
  const preview: Previews['of'] = (context, name, input) => {
    if (!whole) throw new Error('the router is not complete');
    return createPreviews(whole).of(context, name, input);
  };
  const appRouter = router({
    admin: createAdminRouter(services, services.admin, { call, preview }),
    billing: createBillingRouter({ billing: services.billing }),
    companies: createCompaniesRouter({ companies: services.companies }),
    ...createContentRouters(services),
    pageBlocks: createPageBlocksRouter({ customPages: services.customPages }),
    pageDrafts: createPageDraftsRouter({ customPages: services.customPages }),
    testimonialLinks: createTestimonialLinksRouter({ linked: services.linkedTestimonials }),
    contact: createMessagesRouter({ messages: services.messages }),
    formAnswers: createFormAnswersRouter({
      formAnswers: services.formAnswers,
      briefs: services.briefs,
    }),
    dashboard: createDashboardRouter({ dashboard: services.dashboard }),
    identity: createIdentityRouter({
      identity: services.identity,
      providers: services.providers,
      rateLimits: services.rateLimits,
    }),
    invoices: createInvoicesRouter({ invoices: services.invoices }),
    legal: createLegalRouter({ legal: services.legal }),
    live: createLiveRouter({ live: services.live }),
    notifications: createNotificationsRouter({ notifications: services.notifications }),
    quotes: createQuotesRouter({
      quotes: services.quotes,
      linked: services.linkedQuotes,
      statuses: services.quoteStatuses,
    }),
    personalData: createPersonalDataRouter({ personalData: services.personalData }),
    proposals: createProposalsRouter({ proposals: services.proposals }),
    requests: createRequestsRouter({ requests: services.requests }),
    settings: createSettingsRouter({ settings: services.settings }),
    requestThreads: createRequestThreadsRouter({
      requestThreads: services.requestThreads,
    }),
  });
  whole = appRouter;
  return appRouter;
};

export type AppRouter = ReturnType<typeof createAppRouter>;
