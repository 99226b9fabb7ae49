import { beforeEach, describe, expect, it } from 'vitest';

import type { Welcome } from '~/contract/dashboard/dashboard-schema';
import { testApp } from '~/testing/app';
import { contactMessage, quoteRequest } from '~/testing/requests';
import { salesOf } from '~/testing/sales';

const app = testApp({ env: { TRUST_PROXY: '1' } });
let userId: string;
let cookie: string;

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

async function emailOf(id: string): Promise<string> {
  const [row] = await app.sql<{ email: string }[]>`select email from users where id = ${id}`;
  return row?.email ?? '';
}

async function somebodyElse(): Promise<string> {
  const id = crypto.randomUUID();
  await app.sql`
    insert into users (id, email, first_name, last_name)
    values (${id}, ${`${id}@example.com`}, 'Eve', 'Else')`;
  return id;
}

describe('GET /api/dashboard/stats', () => {
  it('is zero for a new client', async () => {
    expect(await stats()).toEqual({
      activeServices: 0,
      totalSpent: '0.00',
      requestsInProgress: 0,
      subscriptionStatus: 'none',
    });
  });

  it('counts open and active requests and payments minus refunds', async () => {
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

  it('shows the live subscription, or else the last one', async () => {
    await subscribe('canceled');
    expect((await stats()).subscriptionStatus).toBe('canceled');
    await subscribe('past_due');
    await subscribe('incomplete_expired');
    expect(await stats()).toMatchObject({ subscriptionStatus: 'past_due', activeServices: 0 });
  });

  it('adds up payments to more than one row can contain', async () => {
    await pay('completed', 2_000_000_000);
    await pay('completed', 2_000_000_000);
    expect((await stats()).totalSpent).toBe('40000000.00');
  });

  it('contains nothing of other clients', async () => {
    const eve = await somebodyElse();
    await request('in_progress', eve);
    await subscribe('active', eve);
    await pay('completed', 10_000, 0, eve);
    expect(await stats()).toMatchObject({ activeServices: 0, totalSpent: '0.00' });
  });
});

describe('the welcome page', () => {
  async function welcome() {
    const response = await app.fetch('/api/trpc/dashboard.welcome', {
      headers: { Cookie: cookie },
    });
    const { result } = (await response.json()) as { result: { data: Welcome } };
    return result.data;
  }

  const quote = (email: string, serviceName: string) =>
    app.postJson('/api/quotes', quoteRequest({ email, serviceName }));

  it('lists leads sent with the client’s email in any spelling, and no others', async () => {
    const own = await emailOf(userId);
    await quote(own.toUpperCase(), 'Brand Identity');
    await app.postJson('/api/contact', contactMessage({ email: own, service: 'social-media' }));
    await quote(await emailOf(await somebodyElse()), 'Online Shop');
    await app.postJson('/api/contact', contactMessage({ email: `x${own}` }));
    const { inquiries, activity } = await welcome();
    expect(inquiries).toBe(2);
    expect(activity).toMatchObject([
      { kind: 'message', title: 'Message: Social Media', status: 'sent' },
      { kind: 'quote', title: 'Quote request: Brand Identity', status: 'pending' },
      { kind: 'account' },
    ]);

    await app.sql`update quotes set status = 'approved' where lower(email) = ${own}`;
    // The sender does not see whether the agency has read the message.
    await app.sql`update contact_messages set status = 'read' where email = ${own}`;
    expect((await welcome()).activity).toMatchObject([
      { status: 'sent' },
      { status: 'approved' },
      {},
    ]);
    await app.sql`update contact_messages set status = 'replied' where email = ${own}`;
    expect((await welcome()).activity[0]).toMatchObject({ status: 'replied' });
  });

  it('lists proposals and invoices that were sent to the client, with their status', async () => {
    const own = await emailOf(userId);
    const { sentProposal, newProposal, openInvoice, newInvoice } = salesOf(() => app);
    const proposal = await sentProposal(own);
    const invoice = await openInvoice(own);
    await newProposal({}, own);
    await newInvoice({}, own);
    await sentProposal();
    await openInvoice();
    await app.sql`update invoices set due_date = '2020-01-31' where id = ${invoice.id}`;
    await app.sql`update proposals set valid_until = '2020-01-31' where id = ${proposal.id}`;
    const { activity } = await welcome();
    expect(activity.map(({ id, title, status }) => [id, title, status])).toEqual([
      [`invoice:${invoice.id}`, `Invoice ${invoice.number}: $100`, 'overdue'],
      [`proposal:${proposal.id}`, `Proposal ${proposal.number}: A new website`, 'expired'],
      ['account', 'Account created', ''],
    ]);
  });

  it('lists a charge of a plan once, as a payment', async () => {
    const { id } = await salesOf(() => app).openInvoice(await emailOf(userId));
    await pay('completed', 4900);
    await app.sql`update invoices set stripe_invoice_id = 'in_1' where id = ${id}`;
    const { activity } = await welcome();
    expect(activity.map(({ title }) => title)).toEqual(['Growth, monthly: $49', 'Account created']);
  });

  it('lists the client’s requests and payments among recent activity', async () => {
    await request('in_progress');
    await pay('completed', 4900);
    const eve = await somebodyElse();
    await request('pending', eve);
    await pay('completed', 100, 0, eve);
    expect(await welcome()).toMatchObject({
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
