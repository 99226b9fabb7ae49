import { dateIn } from '~/contract/common/dates';
import type { AdminServices } from './admin-services';
import type { AppServices } from './app-services';
import { createBanking } from './banking';
import { createStatementReader } from './features/bank/reading/read-statement';
import type { Payments } from './features/billing/billing.service';
import { changeBilling } from './features/companies/billing-profile';
import { clientRecordOf } from './features/companies/client-record';
import { clientTrailOf } from './features/companies/client-trail';
import { createCompaniesFeature } from './features/companies/companies.feature';
import { joinCompany } from './features/companies/membership';
import { createPageBlocksAdmin } from './features/content/built-in-pages/page-blocks.panel';
import { createContent, createContentAdmin } from './features/content/content';
import { createLinkedTestimonials } from './features/content/testimonials/linked';
import { createConversations } from './features/conversations/conversations.panel';
import { createLinkedConversation } from './features/conversations/linked-conversation';
import { createReplyTemplates } from './features/conversations/reply-templates';
import { createThreads } from './features/conversations/threads';
import { historyForAgency } from './features/dashboard/activity';
import { createDashboard } from './features/dashboard/dashboard.service';
import { createDocumentLinks } from './features/documents/links';
import { createClaimedFiles } from './features/files/claimed';
import { createFiles } from './features/files/files.service';
import { createAdminAccounts } from './features/identity/admin-accounts';
import { createIdentity } from './features/identity/identity.service';
import { createOwnAccount } from './features/identity/own-account';
import { offeredProviders } from './features/identity/providers';
import { createUsersAdmin } from './features/identity/users-admin';
import { createPictureCopies } from './features/imports/copy-pictures';
import { createImports } from './features/imports/imports.service';
import { createInbox } from './features/inbox/inbox.panel';
import type { AttachedTo } from './features/invoices/attachments';
import { createBriefs } from './features/leads/form-answers/briefs';
import { createFormAnswers } from './features/leads/form-answers/form-answers.service';
import { createLeadMails } from './features/leads/lead-mails';
import { createMessagesAdmin } from './features/leads/messages/messages.panel';
import { createMessages } from './features/leads/messages/messages.service';
import { claimQuotes, createLinkedQuotes } from './features/leads/quotes/linked';
import { createQuoteStatuses } from './features/leads/quotes/quote-statuses';
import { createQuotesAdmin } from './features/leads/quotes/quotes.panel';
import { createQuotes } from './features/leads/quotes/quotes.service';
import { createLegalAdmin } from './features/legal/legal.panel';
import { createLegal } from './features/legal/legal.service';
import { createLive } from './features/live/live.service';
import { createBursts } from './features/notifications/bursts';
import { createNotifications } from './features/notifications/notifications.service';
import { createOverview } from './features/overview/overview.service';
import { createToday } from './features/overview/today';
import { createPersonalData } from './features/personal-data/personal-data.service';
import { createProposedChanges } from './features/proposed-changes/proposed-changes.service';
import { createRequestThreadsAdmin } from './features/request-threads/request-threads.panel';
import { createRequestThreads } from './features/request-threads/request-threads.service';
import { createRequestsAdmin } from './features/requests/requests.panel';
import { createRequests } from './features/requests/requests.service';
import { createResponseTimes } from './features/response-times/response-times.service';
import { createSearch } from './features/search/search.service';
import { createCountedClaims } from './features/settings/counted-claims';
import { createEmailDrafts } from './features/settings/email-drafts';
import { createSettingsAdmin } from './features/settings/settings.panel';
import { createSettings } from './features/settings/settings.service';
import { createFirstStart } from './features/setup/first-start';
import { createSetupPanel } from './features/setup/panel';
import type { Samples } from './features/setup/samples';
import { createTrafficReport } from './features/traffic/report';
import { createWebhooks } from './features/webhooks/webhooks.service';
import { ownOriginOf } from './http/own-origin';
import { createMailIn, createMailing, replyAddressesOf } from './mailing';
import { createAudit } from './platform/audit/audit';
import type { Database } from './platform/db/client';
import type { Env } from './platform/env';
import { createLiveStream } from './platform/events/live-stream';
import { createPresence } from './platform/events/presence';
import { parseFilesUrl } from './platform/files/files-url';
import { createObjectStore } from './platform/files/object-store';
import type { Log } from './platform/log';
import type { Attachment } from './platform/mail/transport';
import { createPictureFetch } from './platform/media/fetch-picture';
import { createMedia } from './platform/media/media';
import { createRateLimits, type RateLimitName } from './platform/rate-limit/rate-limits';
import { createProductJobs } from './product-jobs';
import { createSales } from './sales';
import { createTrafficCount } from './traffic-count';

/**
 * Creates the services on a migrated and seeded database. Background work runs only after `jobs` and `outbox` are
 * started.
 */
export function createAppServices(
  db: Database,
  options: {
    env: Env;
    publicUrl: string;
    log: Log;
    /** Secret from which keys for sessions and signatures are derived. */
    secret: string;
    /** Stripe or its sandbox; undefined if payments are not possible. */
    payments: Payments | undefined;
    /** Demo data in the database. */
    samples: Samples;
    /** Replaces default rate limits in tests. */
    rateLimits?: Partial<Record<RateLimitName, number>> | undefined;
    /** Replaces the length of a burst of messages in tests. */
    burstSeconds?: number | undefined;
    /** Script of the worker thread that lays out PDFs. Without a build, this process lays them out. */
    pdfWorker?: string | undefined;
  },
): AppServices {
  const { env, publicUrl, log, secret, payments } = options;
  const { hostname, host } = new URL(publicUrl);
  const isOwnOrigin = ownOriginOf(publicUrl);
  const settings = createSettings(db, {
    whatsappNumber: env.WHATSAPP_NUMBER,
    siteName: hostname,
  });
  const documentLinks = createDocumentLinks(db, { secret, publicUrl });
  const replyAddresses = replyAddressesOf(env, secret);
  let attachmentsOf = async (_: AttachedTo): Promise<Attachment[]> => [];
  const { outbox, mailer, sender } = createMailing(db, {
    env,
    publicUrl,
    log,
    settings,
    tokenOf: documentLinks.tokenOf,
    replyAddresses,
    // Calls the function through a variable that is set below, because the service for attached invoices itself needs
    // the mailer.
    attachmentsOf: (mail) => attachmentsOf(mail),
  });
  const rateLimits = createRateLimits(db, options.rateLimits);
  const filesAt = env.FILES_URL ? parseFilesUrl(env.FILES_URL) : undefined;
  const objects = filesAt && createObjectStore(filesAt);
  const media = createMedia(db, objects);
  const identity = createIdentity(db, {
    links: documentLinks,
    secret,
    rateLimits,
    mailer,
    media,
    fixedCode: env.DEMO_MODE ? env.DEMO_OTP : undefined,
    getName: async () => (await settings.getPublic()).brand.name,
    onProven: (client) => claimQuotes(db, client),
    isSecondFactorRequired: async () => (await settings.getAdminSecurity()).isSecondFactorRequired,
  });
  const presence = createPresence(db);
  const liveStream = createLiveStream();
  const notifications = createNotifications(db, { secret, publicUrl, presence });
  const bursts = createBursts(db, {
    mailer,
    notifications,
    presence,
    seconds: options.burstSeconds,
  });
  const files = createFiles(db, {
    objects,
    getFileSettings: () => settings.getFiles(),
    onFailure: (error) => log.error({ err: error }, 'a file was not moved'),
  });
  const threads = createThreads(db, { files, mailer, links: documentLinks, bursts });
  const quoteStatuses = createQuoteStatuses(db, { secret, publicUrl, settings });
  const leadMails = createLeadMails(mailer, rateLimits, documentLinks);
  const requests = createRequests(db, mailer, notifications, threads);
  const conversation = createLinkedConversation(db, {
    ...{ threads, files, rateLimits },
    links: documentLinks,
  });
  const {
    invoices,
    proposals,
    billing,
    panel: sales,
  } = createSales(db, {
    ...{ env, log, secret, settings, mailer, rateLimits, payments, conversation },
    links: documentLinks,
    pdfWorker: options.pdfWorker,
  });
  attachmentsOf = invoices.attachmentsOf;

  const legal = createLegal(db, settings);
  const audit = createAudit(db);
  const getResponseTimes = () => settings.getResponseTimes();
  const getTimeZone = async () => (await settings.getResponseTimes()).timeZone;
  const companies = createCompaniesFeature(db, {
    ...{ audit, settings, mailer, identity, getTimeZone, rateLimits },
    links: documentLinks,
  });
  const today = async () => dateIn(await getTimeZone(), new Date());
  const responseTimes = createResponseTimes(db, { getResponseTimes });
  const statementReader = createStatementReader();
  const admin: AdminServices = {
    audit,
    overview: { ...createOverview(db), ...createToday(db, { getTimeZone }) },
    ...createContentAdmin(db, {
      media,
      links: documentLinks,
      asking: { mailer, notifications, getAsking: () => settings.getAsking() },
    }),
    pageBlocks: createPageBlocksAdmin(db, { media }),
    quotes: createQuotesAdmin(db, {
      audit,
      links: documentLinks,
      getTimeZone,
    }),
    messages: createMessagesAdmin(db, { audit, getTimeZone }),
    ...sales,
    inbox: createInbox(db, { getTimeZone }),
    requests: createRequestsAdmin(db, {
      audit,
      mailer,
      workflow: requests,
    }),
    bank: createBanking(db, { log, settings, mailer, invoices, reader: statementReader }),
    responseTimes,
    countedClaims: createCountedClaims(db, { settings, measure: responseTimes.measure }),
    users: createUsersAdmin(db, {
      audit,
      historyOf: async (client) => historyForAgency(db, client, await today()),
      recordOf: async (client) => clientRecordOf(db, client, await today()),
      trailOf: (client) => clientTrailOf(db, audit, client),
      joinCompany,
      changeBilling,
      ...{ links: documentLinks, mailer },
      reversions: identity.reversions,
    }),
    companies: companies.ofPanel,
    conversations: createConversations(db, {
      ...{ threads, mailer },
      getName: async () => (await settings.getPublic()).brand.name,
    }),
    replyTemplates: createReplyTemplates(db),
    admins: createAdminAccounts(db, {
      audit,
      mailer,
      rateLimits,
      invitations: identity.invitations,
      secondFactors: identity.secondFactors,
    }),
    account: createOwnAccount(db, { identity, rateLimits }),
    search: createSearch(db),
    settings: createSettingsAdmin(db),
    emailDrafts: createEmailDrafts(db, { mailer, rateLimits }),
    legal: createLegalAdmin(db, legal),
    setup: createSetupPanel(db, {
      env,
      publicUrl,
      secret,
      sender,
      samples: options.samples,
      legal,
      rateLimits,
      answers: {
        address: replyAddresses.plain,
        testIdOf: replyAddresses.testIdOf,
        hasArrived: (test) => incomingMail.hasArrived(test),
        status: () => incomingMail.status(),
      },
    }),
    traffic: createTrafficReport(db, { getTimeZone }),
    proposedChanges: createProposedChanges(db, { mailer }),
    webhooks: createWebhooks(db, {
      ...{ secret, publicUrl, mailer },
      allowsPrivate: env.DEMO_MODE || env.WEBHOOKS_PRIVATE === true,
      onFailure: (error) => log.error({ err: error }, 'an event was not delivered'),
    }),
    requestThreads: createRequestThreadsAdmin(db, {
      threads,
      settings,
      getFileSettings: () => settings.getFiles(),
    }),
  };
  const claimedFiles = createClaimedFiles(db);
  const incomingMail = createMailIn(db, {
    ...{ env, log, settings, replyAddresses },
    ...{ mailer, files, threads, rateLimits },
    claimed: claimedFiles,
    quotes: admin.quotes,
  });
  const personalData = createPersonalData(db, {
    identity,
    files,
    media,
    mailer,
    links: documentLinks,
    endBilling: (clientId) => billing.end(clientId),
    getTimeZone,
    onFailure: (about, error) =>
      log.error({ err: error, about }, 'personal data was not processed'),
  });
  const jobs = createProductJobs(db, {
    log,
    personalData,
    settings,
    identity,
    media,
    proposals,
    invoices,
    bursts,
    presence,
    files,
    billing,
    legal,
    incomingMail,
    admin,
  });

  const content = createContent(db, {
    settings,
    media,
    links: documentLinks,
    takesPayments: payments !== undefined,
    onUnknownBlock: (about) => log.warn(about, 'a page omitted blocks of an unknown type'),
  });
  const traffic = createTrafficCount(db, { content, settings, log, host, isOwnOrigin });

  const formAnswers = createFormAnswers(db, {
    ...{ forms: content.forms, mails: leadMails, rateLimits },
    files: claimedFiles,
  });
  const requestThreads = createRequestThreads(db, { threads, bursts, settings });

  return {
    ...content,
    billing,
    companies: companies.ofMembers,
    formAnswers,
    briefs: createBriefs(db, {
      ...{ forms: content.forms, files: claimedFiles, requestThreads, rateLimits, conversation },
      readAnswers: formAnswers.readAnswers,
    }),
    quotes: createQuotes(db, leadMails, rateLimits, { settings, statuses: quoteStatuses }),
    quoteStatuses,
    messages: createMessages(db, leadMails, rateLimits, settings.getFormFields),
    requests,
    proposals,
    invoices,
    documentLinks,
    linkedQuotes: createLinkedQuotes(db, {
      links: documentLinks,
      settings,
      conversation,
    }),
    linkedTestimonials: createLinkedTestimonials(db, {
      links: documentLinks,
      mailer,
      getName: async () => (await settings.getPublic()).brand.name,
      getTimeZone,
    }),
    linkedConversation: conversation,
    legal,
    requestThreads,
    live: createLive(db, { identity, stream: liveStream, presence }),
    liveStream,
    presence,
    files,
    notifications,
    bursts,
    settings,
    media,
    imports: createImports(
      db,
      admin,
      async () => {
        const { timeZone, currency } = await settings.getPublic();
        return { timeZone, currency };
      },
      createPictureCopies(media, createPictureFetch()),
      statementReader,
    ),
    identity,
    outbox,
    mailer,
    incomingMail,
    admin,
    jobs,
    personalData,
    dashboard: createDashboard(db, settings),
    firstStart: env.DEMO_MODE
      ? undefined
      : createFirstStart(db, { admins: identity.admins, publicUrl }),
    traffic,
    rateLimits,
    providers: offeredProviders(env),
  };
}
