import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startTestApp, type TestApp } from '~/testing/app';
import { callerOf } from '~/testing/callers';
import { makeClient } from '~/testing/payments';
import { webhookPath } from '~/testing/stripe-app';

const sandboxPaths = ['/confirm', '/authenticate', '/intent'];

async function sandboxAnswers(app: TestApp): Promise<number[]> {
  const answers = sandboxPaths.map((path) =>
    app.postJson(`/api/sandbox${path}`, { clientSecret: 'pi_1_secret_1', isApproved: true }),
  );
  return (await Promise.all(answers)).map(({ status }) => status);
}

describe('without payments set up', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ env: { DEMO_MODE: 'off', SMTP_URL: 'smtp://127.0.0.1:9' } });
  });
  afterAll(() => app.close());

  it('reports that there is no provider', async () => {
    expect(await callerOf(null, app.services).billing.provider()).toEqual({ kind: 'none' });
  });

  it('rejects a subscription and refers to the contact form', async () => {
    const user = await makeClient(app.sql);
    const { billing } = callerOf(user, app.services);
    const [plan] = await app.sql`
      insert into plans (name, monthly_cents, yearly_cents) values ('Care', 4900, 3900) returning id`;
    const refusal = {
      code: 'CONFLICT',
      message: 'Payments are not set up. Please contact us instead.',
    };
    await expect(billing.subscribe({ planId: plan?.id ?? 0 })).rejects.toMatchObject(refusal);
    await expect(billing.cancel()).rejects.toMatchObject(refusal);
    expect(await billing.mine()).toBeNull();
    expect(await billing.payments()).toEqual([]);
  });

  it('answers 404 for the webhook and the sandbox', async () => {
    const response = await app.postJson(webhookPath, {}, { 'Stripe-Signature': 't=1,v1=00' });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: 'NOT_FOUND' });
    expect(await sandboxAnswers(app)).toEqual([404, 404, 404]);
  });

  it('reconciles nothing', async () => {
    expect(await app.services.billing.reconcile()).toBe('');
  });
});

it('a demo with Stripe’s keys serves no sandbox', async () => {
  const app = await startTestApp({
    env: {
      DEMO_MODE: 'on',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
      STRIPE_API_BASE: 'http://127.0.0.1:9',
    },
  });
  try {
    expect(await callerOf(null, app.services).billing.provider()).toEqual({
      kind: 'stripe',
      publishableKey: 'pk_test_1',
    });
    expect(await sandboxAnswers(app)).toEqual([404, 404, 404]);
  } finally {
    await app.close();
  }
});
