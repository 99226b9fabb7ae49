import { createServer } from 'node:http';

import { getRequestListener } from '@hono/node-server';

import type { CurrentUser } from '~/contract/identity/identity-schema';
import { confirmIntent } from '~/sandbox/payments/confirm';
import { createPaymentsSandbox, type PaymentsSandbox, sign } from '~/sandbox/payments/service';
import { connect, createDatabase } from '~/server/platform/db/client';
import { startTestApp, type TestApp, type TestAppOptions } from './app';
import { callerOf } from './callers';
import { createTestDatabase } from './database';
import { forTests } from './for-tests';
import { makeClient } from './payments';
import { listenLocally } from './servers';

export const webhookSecret = 'whsec_of_the_tests';
export const webhookPath = '/api/webhooks/stripe';

/** The product with Stripe keys, and a fake Stripe on the network that responds like the sandbox. */
export interface StripeApp {
  app: TestApp;
  sandbox: PaymentsSandbox;
  env: Record<string, string>;
  /** Bodies that were sent to the webhook, in order. */
  sent: string[];
  /**
   * State of the fake Stripe. While `isAway`, it responds with 503; with a `refusal`, it responds with that to all writes.
   */
  stripe: { isAway: boolean; refusal: object | undefined };
  /** While true, the fake Stripe sends no webhooks. */
  isMute: boolean;
  /** Delivers a webhook in the same way as Stripe. */
  deliver(body: string, headers?: Record<string, string>): Promise<Response>;
  /** Resolves once every event of the fake Stripe has been delivered and applied. */
  settled(): Promise<void>;
  /** Creates a client who has paid for the first plan. */
  subscriber(): Promise<CurrentUser>;
  close(): Promise<void>;
}

/**
 * Starts the product and a fake Stripe.
 *
 * @param options.appDatabaseUrl the product's database, if it differs from the sandbox's
 */
export async function startStripeApp(
  options: { appDatabaseUrl?: string; rateLimits?: TestAppOptions['rateLimits'] } = {},
): Promise<StripeApp> {
  const database = await createTestDatabase();
  const sql = connect(database.url, { max: 3 });
  const sent: string[] = [];
  const stripe: StripeApp['stripe'] = { isAway: false, refusal: undefined };
  const sandbox = createPaymentsSandbox(createDatabase(sql), {
    webhookSecret,
    // Banks respond only when a test makes them respond.
    debitSeconds: { answer: 1e6, return: 1e6 },
    deliver: async (request) => {
      const body = await request.text();
      if (running.isMute) return new Response();
      sent.push(body);
      return deliver(body);
    },
  });
  const server = createServer(
    getRequestListener((request) => {
      if (stripe.isAway) return new Response('', { status: 503 });
      if (!stripe.refusal || request.method === 'GET') return sandbox.fetch(request);
      return Response.json({ error: stripe.refusal }, { status: 400 });
    }),
  );
  const env = {
    DEMO_MODE: 'on',
    STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_of_the_tests',
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: `http://127.0.0.1:${await listenLocally(server)}`,
  };
  const app = await startTestApp({
    databaseUrl: options.appDatabaseUrl ?? database.url,
    env,
    ...(options.rateLimits && { rateLimits: options.rateLimits }),
  });
  const [plan] = await app.services.plans.list();

  async function deliver(body: string, headers?: Record<string, string>): Promise<Response> {
    return app.fetch(webhookPath, {
      method: 'POST',
      headers: headers ?? {
        'Content-Type': 'application/json; charset=utf-8',
        'Stripe-Signature': sign(webhookSecret, body),
      },
      body,
    });
  }

  async function settled(): Promise<void> {
    await sandbox.settle();
    await app.services.billing.settle();
  }

  const running: StripeApp = {
    app,
    sandbox,
    isMute: false,
    env,
    sent,
    stripe,
    deliver,
    settled,
    subscriber: async () => {
      const user = await makeClient(app.sql);
      const { billing } = callerOf(user, app.services);
      const { clientSecret } = await billing.subscribe({ planId: plan?.id ?? 0 });
      await sandbox.within((store) =>
        confirmIntent(store, clientSecret, { last4: '4242', expMonth: 12, expYear: 2034 }),
      );
      await settled();
      return user;
    },
    close: async () => {
      await settled();
      await app.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await sql.end({ timeout: 5 });
      await database.drop();
    },
  };
  return running;
}

/** Starts the product and the fake Stripe before the tests of the calling file, and stops both after the tests. */
export const testStripeApp = (options?: Parameters<typeof startStripeApp>[0]): StripeApp =>
  forTests(() => startStripeApp(options));
