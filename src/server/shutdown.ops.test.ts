import { createServer, type Server } from 'node:net';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { sign } from '~/sandbox/payments/service';
import { startTestApp } from '~/testing/app';
import { until } from '~/testing/product';
import { listenLocally } from '~/testing/servers';
import { signUpClient } from '~/testing/sign-in';
import { webhookPath, webhookSecret } from '~/testing/stripe-app';

/** Starts a server that accepts every connection and never responds. */
let hanging: Server;
let connections = 0;
let host = '';

beforeAll(async () => {
  hanging = createServer((socket) => {
    connections += 1;
    socket.on('error', () => {});
  });
  host = `127.0.0.1:${await listenLocally(hanging)}`;
});
afterAll(() => {
  hanging.close();
});

it('the server stops within 10 s while Stripe and the mail server hang', async () => {
  const app = await startTestApp({
    env: {
      STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_of_the_tests',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_BASE: `http://${host}`,
      DEMO_MODE: 'on',
      SMTP_URL: `smtp://${host}`,
    },
  });
  const site = await app.listen();
  const cookie = await signUpClient(app);
  // Starts all code that calls Stripe: a client, an event, and the job.
  const [plan] = await app.services.plans.list();
  const asked = fetch(`${site}/api/create-subscription`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: cookie },
    body: JSON.stringify({ planId: plan?.id }),
  }).then(({ status }) => status);
  const event = JSON.stringify({
    id: 'evt_while_it_hangs',
    object: 'event',
    type: 'customer.subscription.updated',
    created: Math.floor(Date.now() / 1000),
    data: { object: { id: 'sub_unknown', object: 'subscription' } },
  });
  const told = await app.fetch(webhookPath, {
    method: 'POST',
    headers: { 'Stripe-Signature': sign(webhookSecret, event) },
    body: event,
  });
  expect(told.status).toBe(200);
  const reconciled = app.services.billing.reconcile().catch((error: Error) => error.message);
  await until(() => connections >= 3);

  const startedAt = Date.now();
  await app.shutDown();
  expect(Date.now() - startedAt).toBeLessThan(9_500);
  // Requests that are waiting get a response.
  expect(await asked).toBe(503);
  expect(await reconciled).toMatch(/Stripe|connect/i);
  await app.close();
}, 40_000);
