import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { startTestApp, type TestApp } from '~/testing/app';

let app: TestApp;
let userId: string;
let cookie: string;

beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => app.close());

beforeEach(async () => {
  const email = `${crypto.randomUUID()}@example.com`;
  const from = { 'X-Forwarded-For': crypto.randomUUID() };
  await app.postJson('/api/auth/send-otp', { email, type: 'signup' }, from);
  const fields = { email, firstName: 'Ada', lastName: 'Byron', otp: '123456' };
  const response = await app.postJson('/api/auth/signup', fields, from);
  cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  userId = ((await response.json()) as { user: { id: string } }).user.id;
});

async function stats() {
  const response = await app.fetch('/api/dashboard/stats', { headers: { Cookie: cookie } });
  return (await response.json()) as Record<string, unknown>;
}

async function request(status: string, owner = userId) {
  await app.sql`
    insert into service_requests (user_id, title, status) values (${owner}, 'An engine', ${status})`;
}

async function subscribe(status: string, owner = userId): Promise<void> {
  await app.sql`
    insert into subscriptions (user_id, plan_id, cycle, amount_cents, currency, status, stripe_subscription_id)
    select ${owner}, id, 'monthly', 4900, 'USD', ${status}, ${crypto.randomUUID()} from plans limit 1`;
}

async function pay(status: string, amount: number, refunded = 0, owner = userId): Promise<void> {
  await app.sql`
    insert into payments (user_id, description, amount_cents, refunded_cents, currency, status, stripe_invoice_id)
    values (${owner}, 'Growth, monthly', ${amount}, ${refunded}, 'USD', ${status}, ${crypto.randomUUID()})`;
}

async function somebodyElse(): Promise<string> {
  const id = crypto.randomUUID();
  await app.sql`
    insert into users (id, email, first_name, last_name)
    values (${id}, ${`${id}@example.com`}, 'Eve', 'Else')`;
  return id;
}

describe('GET /api/dashboard/stats', () => {
  it('is nothing for a new client', async () => {
    expect(await stats()).toEqual({
      activeServices: 0,
      totalSpent: '0.00',
      requestsInProgress: 0,
      subscriptionStatus: 'none',
    });
  });

  it('counts what is open, what is in progress and what was paid, less refunds', async () => {
    for (const status of ['pending', 'in_progress', 'in_progress', 'completed', 'cancelled']) {
      await request(status);
    }
    await subscribe('active');
    await pay('completed', 10_000);
    await pay('completed', 5050, 50);
    await pay('refunded', 7000, 7000);
    await pay('pending', 9900);
    await pay('failed', 9900);
    expect(await stats()).toEqual({
      activeServices: 4,
      totalSpent: '150.00',
      requestsInProgress: 2,
      subscriptionStatus: 'active',
    });
  });

  it('goes by the subscription that is live, else by the last one', async () => {
    await subscribe('canceled');
    expect((await stats()).subscriptionStatus).toBe('canceled');
    await subscribe('past_due');
    await subscribe('incomplete_expired');
    expect(await stats()).toMatchObject({ subscriptionStatus: 'past_due', activeServices: 0 });
  });

  it('holds sums that no single number of the table does', async () => {
    await pay('completed', 2_000_000_000);
    await pay('completed', 2_000_000_000);
    expect((await stats()).totalSpent).toBe('40000000.00');
  });

  it('has nothing of anybody else', async () => {
    const eve = await somebodyElse();
    await request('in_progress', eve);
    await subscribe('active', eve);
    await pay('completed', 10_000, 0, eve);
    expect(await stats()).toMatchObject({ activeServices: 0, totalSpent: '0.00' });
  });
});

describe('the welcome page', () => {
  it('has the client’s own requests and payments among what happened lately', async () => {
    await request('in_progress');
    await pay('completed', 4900);
    const eve = await somebodyElse();
    await request('pending', eve);
    await pay('completed', 100, 0, eve);
    const response = await app.fetch('/api/trpc/dashboard.welcome', {
      headers: { Cookie: cookie },
    });
    const { result } = (await response.json()) as { result: { data: unknown } };
    expect(result.data).toMatchObject({
      stats: { activeServices: 1, totalSpent: '49.00' },
      inquiries: 0,
      activity: [
        { kind: 'payment', title: 'Growth, monthly: $49', status: 'completed', requestId: null },
        {
          kind: 'request',
          title: 'Request: An engine',
          status: 'in_progress',
          requestId: expect.any(Number),
        },
        { kind: 'account', title: 'Account created' },
      ],
    });
  });
});
