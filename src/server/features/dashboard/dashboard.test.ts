import { beforeEach, describe, expect, it } from 'vitest';

import type { WaitingCounts, Welcome } from '~/contract/dashboard/dashboard-schema';
import { signedInAs } from '~/testing/admins';
import { createRequest, signUpClient, type TestClient } from '~/testing/client-requests';
import { companyProfile, testCompanies } from '~/testing/companies';
import { contactMessage, quoteRequest } from '~/testing/requests';
import { agencyFileIn, userOf } from '~/testing/threads';

const { app, newInvoice, newProposal, openInvoice, sentProposal, staffed } = testCompanies();
let client: TestClient;

beforeEach(async () => {
  client = await signUpClient(app);
});

const stats = async () =>
  (await (await client.get('/api/dashboard/stats')).json()) as Record<string, unknown>;

async function request(status: string, owner = client.id) {
  await app.sql`
    insert into service_requests (user_id, title, status) values (${owner}, 'An engine', ${status})`;
}

async function subscribe(status: string, owner = client.id): Promise<void> {
  await app.sql`
    insert into subscriptions (user_id, plan_id, cycle, amount_cents, currency, status, stripe_subscription_id)
    select ${owner}, id, 'monthly', 4900, 'USD', ${status}, ${crypto.randomUUID()} from plans limit 1`;
}

async function pay(status: string, amount: number, refunded = 0, owner = client.id): Promise<void> {
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
});

describe('the welcome page', () => {
  const welcome = () => client.query<Welcome>('dashboard.welcome');

  const quote = (email: string, serviceName: string) =>
    app.postJson('/api/quotes', quoteRequest({ email, serviceName }));

  it('lists only leads sent with the client’s email, in any spelling', async () => {
    const own = client.email;
    await quote(own.toUpperCase(), 'Brand Identity');
    await app.postJson('/api/contact', contactMessage({ email: own, service: 'social-media' }));
    await quote(`${await somebodyElse()}@example.com`, 'Online Shop');
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
    const own = client.email;
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
    const { id } = await openInvoice(client.email);
    await pay('completed', 4900);
    await app.sql`update invoices set stripe_invoice_id = 'in_1' where id = ${id}`;
    const { activity } = await welcome();
    expect(activity.map(({ title }) => title)).toEqual(['Growth, monthly: $49', 'Account created']);
  });

  it('lists and counts the client’s requests and payments, and none of other clients', async () => {
    await request('in_progress');
    await pay('completed', 4900);
    const eve = await somebodyElse();
    await request('pending', eve);
    await subscribe('active', eve);
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

const waiting = (who: TestClient) => who.query<WaitingCounts>('dashboard.waiting', undefined);
const nothing = { requests: 0, files: 0, proposals: 0, invoices: 0, plan: 0, member: null };

it('the response counts the caller’s open tasks, and none of other clients', async () => {
  expect(await waiting(client)).toEqual(nothing);
  const { email } = await userOf(app, client.id);
  const admin = await userOf(app, (await signedInAs(app, 'manager')).id);
  const { id: asked } = await createRequest(client);
  const { id: shown } = await createRequest(client);
  const { id: cancelled } = await createRequest(client);
  await app.services.admin.requestThreads.send(admin, {
    id: asked,
    text: 'Which colour?',
    fileIds: [],
    deliverableIds: [],
    internal: false,
    waiting: true,
  });
  await agencyFileIn(app, admin, shown);
  await agencyFileIn(app, admin, shown);
  await agencyFileIn(app, admin, shown, { internal: true });
  await agencyFileIn(app, admin, cancelled);
  await app.sql`update service_requests set status = 'cancelled', waiting_since = null where id = ${cancelled}`;
  await app.sql`update service_requests set waiting_since = null where id = ${shown}`;
  await sentProposal(email);
  const late = await sentProposal(email);
  await app.sql`update proposals set valid_until = '2020-01-01' where id = ${late.id}`;
  await openInvoice(email);
  const paid = await openInvoice(email);
  await app.sql`update invoices set status = 'paid' where id = ${paid.id}`;
  await app.sql`
    insert into subscriptions (user_id, plan_id, cycle, amount_cents, currency, status, stripe_subscription_id)
    select ${client.id}, id, 'monthly', 4900, 'USD', 'past_due', ${crypto.randomUUID()} from plans limit 1`;
  expect(await waiting(client)).toEqual({
    requests: 1,
    files: 2,
    proposals: 1,
    invoices: 1,
    plan: 1,
    member: null,
  });
  expect(await waiting(await signUpClient(app))).toEqual(nothing);
});

it('the response says whether a member of a company has access to its requests', async () => {
  const { colleague, bookkeeper } = await staffed();
  const memberOf = async (who: TestClient) => (await waiting(who)).member;
  const company = companyProfile.name;
  expect(await memberOf(colleague)).toEqual({ company, mayRequest: true, hasAsked: false });
  expect(await memberOf(bookkeeper)).toEqual({ company, mayRequest: false, hasAsked: false });
  await app.postJson('/api/quotes', quoteRequest({ email: bookkeeper.email }));
  expect(await memberOf(bookkeeper)).toEqual({ company, mayRequest: false, hasAsked: true });
});
