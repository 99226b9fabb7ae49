import { createAccounting } from './features/accounting/accounting.service';
import { createBilling, type Payments, stripeOf } from './features/billing/billing.service';
import { createEventsAdmin } from './features/billing/events.panel';
import type { DocumentLinks } from './features/documents/links';
import { createPdfs } from './features/documents/pdf/pdfs';
import { rendererOf } from './features/documents/pdf/renderer';
import { createInvoicesFeature } from './features/invoices/invoices.feature';
import { createAccountSource } from './features/payments/account';
import { createPaymentsAdmin } from './features/payments/payments.panel';
import { createProposalsAdmin } from './features/proposals/proposals.panel';
import { createProposals } from './features/proposals/proposals.service';
import { createProposalTemplates } from './features/proposals/templates';
import type { Settings } from './features/settings/settings.service';
import { createVatChecks } from './features/vat-numbers/vat-checks.service';
import { type AskVat, answerAsDemo, createVies } from './features/vat-numbers/vies';
import type { Database } from './platform/db/client';
import type { Env } from './platform/env';
import type { Log } from './platform/log';
import type { Mailer } from './platform/mail/mailer';
import type { RateLimits } from './platform/rate-limit/rate-limits';

/** Returns the function that checks VAT numbers; undefined if only their format is checked. */
function askOf({ DEMO_MODE, VIES_URL }: Env, log: Log): AskVat | undefined {
  if (DEMO_MODE) return answerAsDemo;
  if (VIES_URL === 'off') return undefined;
  return createVies({
    url: VIES_URL,
    onFailure: (number, problem) =>
      log.warn({ err: problem, country: number.slice(0, 2) }, 'a VAT number was not checked'),
  });
}

/** Services for proposals, invoices and payments. */
export function createSales(
  db: Database,
  options: {
    env: Env;
    log: Log;
    secret: string;
    settings: Settings;
    mailer: Mailer;
    links: DocumentLinks;
    rateLimits: RateLimits;
    conversation: Parameters<typeof createProposals>[1]['conversation'];
    payments: Payments | undefined;
    pdfWorker: string | undefined;
  },
) {
  const { env, log, secret, settings, mailer, links, rateLimits, payments } = options;
  const stripe = stripeOf(payments);
  const account = createAccountSource(stripe, payments?.mode ?? 'sandbox');
  const canPayOnline = payments !== undefined;
  const documents = {
    settings,
    mailer,
    links,
    pdfs: createPdfs(db, {
      getLook: settings.getLook,
      render: rendererOf(options.pdfWorker),
      secret,
      onFailure: (number, error) =>
        log.error({ err: error, number }, 'a document or its structured invoice was not created'),
    }),
  };
  const vatChecks = createVatChecks(db, {
    ask: askOf(env, log),
    rateLimits: env.DEMO_MODE ? undefined : rateLimits,
    getRequester: async () => (await settings.getSeller()).vatNumber,
  });
  const invoicing = createInvoicesFeature(db, {
    ...documents,
    ...{ stripe, account, canPayOnline, vatChecks },
    onFailure: (about, error) => log.error({ err: error, about }, 'an invoice was not processed'),
  });
  const invoices = invoicing.ofClients;
  return {
    invoices,
    proposals: createProposals(db, {
      conversation: options.conversation,
      ...documents,
      vatChecks,
      prepareInvoices: () => invoices.prepare(),
    }),
    billing: createBilling(db, {
      ...{ mailer, settings, vatChecks },
      invoices: invoices.billing,
      getCurrency: async () => (await settings.getPublic()).currency,
      payments,
      onFailure: (event, error) => log.error({ err: error, event }, 'an event was not applied'),
    }),
    panel: {
      proposals: createProposalsAdmin(db, { ...documents, vatChecks }),
      proposalTemplates: createProposalTemplates(db),
      invoices: invoicing.ofPanel,
      recurringInvoices: invoicing.recurring,
      payments: createPaymentsAdmin(db),
      stripeEvents: createEventsAdmin(db),
      accounting: createAccounting(db, {
        ...{ settings, invoices },
        onFailure: (about, error) =>
          log.error({ err: error, about }, 'a document was not exported'),
      }),
    },
  };
}
