import { beforeAll, expect, it } from 'vitest';

import type {
  AdminPayment,
  AdminStats,
  AdminUser,
  ChartPoint,
  RecentActivity,
} from '~/contract/admin/admin-schema';
import { quoteRequestSchema } from '~/contract/leads/quotes-schema';
import { testApp } from '~/testing/app';
import { quoteRequest } from '~/testing/requests';
import { salesOf } from '~/testing/sales';
import { askerOf, signInAdmin, signUpClient } from '~/testing/sign-in';

const app = testApp();
let admin: string;
let ask: ReturnType<typeof askerOf>;

beforeAll(async () => {
  admin = await signInAdmin(app);
  ask = askerOf(app, admin);
});

async function query<Data>(procedure: string, input?: object): Promise<Data> {
  const search = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
  const { body } = await ask<{ result: { data: Data } }>('GET', `/api/trpc/${procedure}${search}`);
  return body.result.data;
}

const idOf = async (email: string) =>
  (await app.sql`select id from users where email = ${email}`)[0]?.id as string;

it('the figures add up to the cent', async () => {
  const email = 'paying@example.com';
  await signUpClient(app, email);
  const id = await idOf(email);
  await app.sql`insert into payments
    (user_id, description, amount_cents, refunded_cents, currency, status, stripe_invoice_id, paid_at)
    values (${id}, 'A', 15000, 0, 'USD', 'completed', 'in_1', now()),
      (${id}, 'B', 15001, 5000, 'USD', 'completed', 'in_2', now() - interval '10 days'),
      (${id}, 'C', 7000, 7000, 'USD', 'refunded', 'in_3', now() - interval '40 days'),
      (${id}, 'D', 9900, 0, 'USD', 'failed', 'in_4', null),
      (${id}, 'E', 9900, 0, 'USD', 'pending', 'in_5', null)`;
  await app.sql`insert into service_requests (user_id, title, status)
    values (${id}, 'One', 'pending'), (${id}, 'Two', 'in_progress')`;
  expect((await ask<AdminStats>('GET', '/api/admin/dashboard/stats')).body).toEqual({
    totalUsers: 1,
    totalRevenue: '250.01',
    activeSubscriptions: 0,
    pendingRequests: 1,
  });

  const chart = await query<ChartPoint[]>('admin.overview.chart', { span: '12m' });
  expect(chart).toHaveLength(12);
  expect(chart.reduce((sum, { revenue }) => sum + revenue, 0)).toBeCloseTo(250.01, 2);
  for (const [span, count] of [
    ['30d', 30],
    ['12w', 12],
  ] as const) {
    expect(await query<ChartPoint[]>('admin.overview.chart', { span })).toHaveLength(count);
  }
});

it('the chart counts leads on their day, without spam', async () => {
  await app.services.quotes.submit(quoteRequestSchema.parse(quoteRequest()));
  const { id } = await app.services.quotes.submit(quoteRequestSchema.parse(quoteRequest()));
  await app.sql`update quotes set is_spam = true where id = ${id}`;
  expect(await query('admin.overview.waiting')).toMatchObject({ quotes: 1 });
  const points = await query<ChartPoint[]>('admin.overview.chart', { span: '30d' });
  expect(points.at(-1)).toMatchObject({
    from: new Date().toISOString().slice(0, 10),
    leads: 1,
  });
  expect(points.slice(0, -1).every(({ leads }) => leads === 0)).toBe(true);
});

it('activities are admins’ changes and new leads, newest first', async () => {
  await ask('PUT', '/api/admin/services/1', { featured: false });
  const { body } = await ask<RecentActivity[]>('GET', '/api/admin/recent-activities');
  expect(body[0]).toMatchObject({
    id: expect.stringMatching(/^change:/),
    description: expect.stringMatching(/^Tobias Lindqvist updated the service/),
    about: 'service:1',
  });
  expect(body.map(({ time }) => time)).toEqual(
    body
      .map(({ time }) => time)
      .sort()
      .reverse(),
  );
  expect(body.map(({ description }) => description)).toEqual(
    expect.arrayContaining(['New quote request from Ada Byron', 'Clara Client signed up']),
  );
});

it('consecutive changes by one admin are one activity', async () => {
  for (let edit = 0; edit < 60; edit += 1) {
    await ask('PUT', '/api/admin/services/1', { featured: edit % 2 === 0 });
  }
  const { body } = await ask<RecentActivity[]>('GET', '/api/admin/recent-activities');
  expect(body[0]?.description).toMatch(
    /^Tobias Lindqvist updated the service .*, and 60 more changes$/,
  );
  expect(body[1]?.id).not.toMatch(/^change:/);
  expect(body.map(({ description }) => description)).toContain('New quote request from Ada Byron');
});

it('activities include events of proposals and invoices, each on its own', async () => {
  const { sentProposal, openInvoice } = salesOf(() => app);
  const proposal = await sentProposal();
  const expiring = await sentProposal();
  const invoice = await openInvoice();
  const link = `/api/proposals/by-link/${proposal.token}`;
  await app.fetch(link);
  await app.postJson(`${link}/decline`, {});
  await app.sql`update proposals set valid_until = '2020-01-31' where id = ${expiring.id}`;
  await app.services.proposals.expire();
  const paid = { id: invoice.id, amount: '100.00', date: '2026-01-31' };
  await app.services.admin.invoices.recordTransfer('system', paid);
  const { body } = await ask<RecentActivity[]>('GET', '/api/admin/recent-activities');
  expect(body.map(({ description }) => description)).toEqual(
    expect.arrayContaining([
      `Proposal ${proposal.number} was opened by Ada Byron`,
      `The system recorded that the proposal ${proposal.number} was declined`,
      `Proposal ${expiring.number} for Ada Byron expired`,
      `Invoice ${invoice.number} for Ada Byron was paid in full`,
    ]),
  );
  expect(body.map(({ about }) => about)).toEqual(
    expect.arrayContaining([`proposal:${proposal.id}`, `invoice:${invoice.id}`]),
  );
});

it('requests and payments are listed with their client', async () => {
  const requests = await ask<Record<string, unknown>[]>('GET', '/api/admin/service-requests');
  expect(requests.body[0]).toMatchObject({
    client_name: 'Clara Client',
    service_name: '',
    status: expect.any(String),
  });
  const payments = await ask<Record<string, unknown>[]>(
    'GET',
    '/api/admin/payments?status=completed&sort=-amount&search=clara',
  );
  expect(payments.body.map(({ amount, description }) => [amount, description])).toEqual([
    ['150.01', 'B'],
    ['150.00', 'A'],
  ]);
});

it('admins are not clients: they can be neither seen nor disabled among the users', async () => {
  const me = (await ask<{ id: string }>('GET', '/api/auth/user')).body.id;
  for (const [path, input] of [
    ['setDisabled', { id: me, isDisabled: true }],
    ['signOutEverywhere', { id: me }],
  ] as const) {
    const { status } = await ask('POST', `/api/trpc/admin.users.${path}`, input);
    expect([path, status]).toEqual([path, 404]);
  }
  const input = encodeURIComponent(JSON.stringify({ id: me }));
  expect((await ask('GET', `/api/trpc/admin.users.get?input=${input}`)).status).toBe(404);
  const { rows } = await query<{ rows: AdminUser[] }>('admin.users.page', {});
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.map(({ id }) => id)).not.toContain(me);
});

it('users are found by name or email, with their figures', async () => {
  const page = await query<{ rows: AdminUser[] }>('admin.users.page', { search: 'PAYING@' });
  expect(page.rows).toHaveLength(1);
  expect(page.rows[0]).toMatchObject({ spent: '250.01', requests: 2, sessions: 1, plan: null });
  const { history } = await query<{ history: { title: string; time: string }[] }>(
    'admin.users.get',
    { id: page.rows[0]?.id },
  );
  // The amount has its currency, and the time is the same as in the list of payments.
  const { body: payments } = await ask<AdminPayment[]>('GET', '/api/admin/payments?search=paying');
  expect(history.find(({ title }) => title === 'B: $150.01')?.time).toBe(
    payments.find(({ description }) => description === 'B')?.paidAt,
  );
});
