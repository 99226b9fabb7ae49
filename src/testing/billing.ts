import { createPaymentsSandbox, type PaymentsSandbox } from '~/sandbox/payments/service';
import {
  type Billing,
  createBilling,
  type Payments,
  stripeOf,
} from '~/server/features/billing/billing.service';
import { createDocumentLinks } from '~/server/features/documents/links';
import { createPdfs } from '~/server/features/documents/pdf/pdfs';
import { rendererOf } from '~/server/features/documents/pdf/renderer';
import { createInvoices } from '~/server/features/invoices/invoices.service';
import { createAccountSource } from '~/server/features/payments/account';
import { createStripeSource } from '~/server/features/payments/stripe';
import { createSettings } from '~/server/features/settings/settings.service';
import { createVatChecks } from '~/server/features/vat-numbers/vat-checks.service';
import { answerAsDemo } from '~/server/features/vat-numbers/vies';
import { connect, createDatabase, type Database, type Sql } from '~/server/platform/db/client';
import { createMailer } from '~/server/platform/mail/mailer';
import { createOutbox } from '~/server/platform/mail/outbox';
import { seed } from '~/server/seed/seed';
import { publicUrl, queryConnections } from './app';
import { createTestDatabase } from './database';

export const webhookSecret = 'whsec_of_the_tests';
const secret = 'a secret of the tests';

/** A billing service with a fake Stripe, whose responses and webhooks a test controls. */
export interface BillingBench {
  billing: Billing;
  sandbox: PaymentsSandbox;
  sql: Sql;
  db: Database;
  /** Ids of the plans, in the order that admins chose. */
  planIds: number[];
  /** Starts another process with the same database and the same fake Stripe. */
  another(): Billing;
  close(): Promise<void>;
}

interface BenchOptions {
  /** Function that handles a request to the fake Stripe. */
  answer?: (real: () => Promise<Response>, asked: Request) => Promise<Response>;
  /** Function that handles a webhook of the fake Stripe. */
  deliver(body: string, signature: string): Promise<void>;
  onFailure?: (event: string, error: unknown) => void;
}

export async function startBilling(options: BenchOptions): Promise<BillingBench> {
  const { answer = (real) => real() } = options;
  const database = await createTestDatabase();
  const sql = connect(database.url, { max: queryConnections });
  const db = createDatabase(sql);
  await seed(db, { samples: true });
  const sandbox = createPaymentsSandbox(db, {
    webhookSecret,
    // Banks respond only when a test makes them respond.
    debitSeconds: { answer: 1e6, return: 1e6 },
    deliver: async (request) => {
      const signature = request.headers.get('stripe-signature') ?? '';
      await options.deliver(await request.text(), signature);
      return new Response();
    },
  });
  const settings = createSettings(db, { whatsappNumber: null, siteName: 'agency.test' });
  const mail = createOutbox(db, {
    transport: undefined,
    from: async () => 'us@example.com',
    onFailure: () => {},
  });
  const mailer = createMailer({
    outbox: mail,
    publicUrl,
    getSettings: () => settings.getPublic(),
    getMailSettings: async () => {
      const { look, words } = await settings.getMailSettings();
      return { look: { tones: look.tones, darkTones: look.darkTones }, words, legalLine: [] };
    },
  });
  const vatChecks = createVatChecks(db, {
    ask: answerAsDemo,
    rateLimits: undefined,
    getRequester: async () => '',
  });
  const onFailure = options.onFailure ?? (() => {});
  const another = () => {
    const payments: Payments = {
      stripe: createStripeSource({
        secretKey: 'sk_test_bench',
        timeoutMs: 500,
        fetch: (input, init) => {
          const asked = new Request(input, init);
          return answer(() => sandbox.fetch(asked.clone()), asked);
        },
      }),
      mode: 'sandbox',
      provider: { kind: 'sandbox' },
      webhookSecret,
      skipToRenewal: (id) => sandbox.skipToRenewal(id),
    };
    const stripe = stripeOf(payments);
    const invoices = createInvoices(db, {
      ...{ settings, mailer, vatChecks, stripe, onFailure },
      account: createAccountSource(stripe, payments.mode),
      links: createDocumentLinks(db, { secret, publicUrl }),
      pdfs: createPdfs(db, {
        ...{ secret, onFailure },
        getLook: settings.getLook,
        render: rendererOf(undefined),
      }),
      canPayOnline: true,
    });
    return createBilling(db, {
      ...{ mailer, settings, vatChecks, payments, onFailure },
      invoices: invoices.billing,
      getCurrency: async () => 'USD',
    });
  };
  const billing = another();
  const plans = await sql`select id from plans order by position, id`;
  return {
    billing,
    sandbox,
    sql,
    db,
    planIds: plans.map(({ id }) => id),
    another,
    close: async () => {
      await sandbox.settle();
      await billing.settle();
      await sql.end({ timeout: 5 });
      await database.drop();
    },
  };
}
