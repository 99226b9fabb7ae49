import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { contentKeys, contentTypes } from '~/contract/content/content-types';
import { invoiceFilters } from '~/contract/invoices/invoices';
import { proposalFilters } from '~/contract/proposals/proposal-lists';
import { createDatabase } from '~/server/platform/db/client';
import { signedInAs } from '~/testing/admins';
import { startTestApp, type TestApp } from '~/testing/app';
import { createTestDatabase, type TestDatabase } from '~/testing/database';
import { quoteRequest } from '~/testing/requests';
import { salesOf } from '~/testing/sales';
import { askerOf, signInAdmin, signUpClient } from '~/testing/sign-in';
import { findDemoRemains, removeDemo } from './demo-cleanup';

const production = {
  DEMO_MODE: 'off',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'hello@agency.example',
};

describe('a database that a demo has used', () => {
  let database: TestDatabase;
  let demo: TestApp;

  beforeAll(async () => {
    database = await createTestDatabase();
    demo = await startTestApp({ databaseUrl: database.url });
    await demo.fillDemo();
  }, 60_000);
  afterAll(async () => {
    await demo.close();
    await database.drop();
  });

  const db = () => createDatabase(demo.sql as never);

  it('shows half a year of lead sources', async () => {
    const { sources, total, pages } = await demo.services.admin.traffic.read(365);
    expect(sources.length).toBeGreaterThanOrEqual(6);
    expect(total.visits).toBeGreaterThan(2_000);
    expect(total.leads).toBeGreaterThanOrEqual(16);
    expect(sources.filter(({ paid }) => paid.length > 0)).toHaveLength(2);
    expect(pages).toHaveLength(10);
    // Checks that each sampled page exists on the site.
    const gone = await Promise.all(
      pages.map(async ({ page }) => [page, (await demo.fetch(page)).status]),
    );
    expect(gone.filter(([, status]) => status !== 200)).toEqual([]);
  });

  it('dates the invoices of plans by their payments', async () => {
    const rows = await demo.sql<
      Record<'client' | 'issued' | 'due' | 'paid' | 'served' | 'renewed', string>[]
    >`
      select i.client_email client, i.issue_date::text issued, i.due_date::text due, p.paid_at::date::text paid,
        i.service_from::text served, (i.service_to + 1)::text renewed
      from payments p join invoices i on i.id = p.invoice_id
      where p.stripe_invoice_id is not null and p.paid_at is not null order by i.id`;
    expect(rows.length).toBeGreaterThanOrEqual(9);
    for (const { issued, due, paid, served } of rows) {
      expect(issued).toBe(paid);
      expect(served).toBe(paid);
      expect(due >= issued).toBe(true);
    }
    const first = rows.filter(({ client }) => client === rows[0]?.client);
    expect(first).toHaveLength(5);
    expect(first.slice(1).map(({ served }) => served)).toEqual(
      first.slice(0, -1).map(({ renewed }) => renewed),
    );
  });

  it('numbers invoices and credit notes in the order of their dates', async () => {
    const rows = await demo.sql<{ number: string }[]>`
      select number from (
        select number, issue_date from invoices where number is not null
        union all select number, issue_date from credit_notes) documents
      order by issue_date, number`;
    const numbers = rows.map(({ number }) => number);
    expect(numbers.length).toBeGreaterThan(15);
    expect(numbers).toEqual(numbers.toSorted());
  });

  it('states the due dates of invoices in their emails', async () => {
    const rows = await demo.sql<{ subject: string; text: string; due: string }[]>`
      select subject, text, to_char(due_date, 'FMDD FMMonth YYYY') due from mails
      join invoices on about = 'invoice:' || invoices.id where kind = 'invoice_issued'`;
    expect(rows.length).toBeGreaterThan(5);
    for (const { subject, text, due } of rows) {
      expect(text).toContain(`Due on: ${due}`);
      expect(due).toContain(/due (\d+ \w+)/.exec(subject)?.[1]);
    }
  });

  it('dates confirmations of payments by the payments', async () => {
    const [wrong] = await demo.sql`
      select subject, mails.created_at, paid_at from mails join payments on about = 'invoice:' || invoice_id
      where kind = 'payment_received' and mails.created_at::date <> paid_at::date`;
    expect(wrong).toBeUndefined();
  });

  it('sends proposals after the quote of the client, and states in the email until when they are valid', async () => {
    const rows = await demo.sql<{ number: string; text: string; day: string; isLater: boolean }[]>`
      select p.number, m.text, to_char(p.valid_until, 'FMDD FMMonth YYYY') as day,
        coalesce(p.sent_at > q.created_at, true) as "isLater"
      from proposals p join mails m on m.about = 'proposal:' || p.id and m.kind = 'proposal_sent'
        left join quotes q on q.email = p.content -> 'client' ->> 'email'`;
    expect(rows.length).toBeGreaterThanOrEqual(7);
    expect(rows.filter(({ isLater }) => !isLater)).toEqual([]);
    expect(rows.filter(({ text, day }) => !text.includes(day))).toEqual([]);
    expect(new Set(rows.map(({ day }) => day)).size).toBeGreaterThan(3);
  });

  it('has proposals and invoices with every status', async () => {
    const { proposals, invoices } = demo.services.admin;
    const proposed = await proposals.search({});
    expect(Object.keys(proposed.counts).sort()).toEqual([...proposalFilters].sort());
    const invoiced = await invoices.search({});
    expect(Object.keys(invoiced.counts).sort()).toEqual([...invoiceFilters].sort());
    expect(invoiced.counts.overdue).toBeGreaterThan(0);
    const open = invoiced.rows.filter(({ status }) => status === 'open');
    expect(open.filter(({ paid }) => paid !== '0.00').length).toBeGreaterThan(0);
    expect(open.filter(({ credited }) => credited !== '0.00').length).toBeGreaterThan(0);
  });

  it('is rejected outside demo mode, with one line that names the command', async () => {
    await expect(startTestApp({ databaseUrl: database.url, env: production })).rejects.toThrow(
      /^this database still holds 6 sample clients, \d+ sample leads, \d+ payments and subscriptions of the sandbox, 3 sample admins, \d+ sample proposals and invoices, the demo's admin with its known password\. "npm run reset-demo"/,
    );
  });

  it('is rejected even if only the password of the demo admin remains', async () => {
    const bare = await createTestDatabase();
    const app = await startTestApp({ databaseUrl: bare.url });
    await app.sql`update users set username = 'renamed' where username = 'admin'`;
    await app.close();
    await expect(startTestApp({ databaseUrl: bare.url, env: production })).rejects.toThrow(
      "still holds the demo's admin with its known password.",
    );
    await bare.drop();
  });

  it('starts after a reset, which keeps what the agency created and edited', async () => {
    const ask = askerOf(demo, await signInAdmin(demo));
    const services = (await ask<{ id: number; slug: string }[]>('GET', '/api/admin/services')).body;
    const edited = services.find(({ slug }) => slug === 'online-store');
    await ask('PUT', `/api/admin/services/${edited?.id}`, { description: 'Our own words' });
    await ask('POST', '/api/admin/services', {
      name: 'Our own service',
      description: 'Made here',
      category: 'website',
      price: '900.00',
    });
    await demo.postJson('/api/quotes', quoteRequest({ name: 'A real lead' }));
    const own = await salesOf(() => demo).openInvoice();
    const transfer = { id: own.id, amount: '10.00', date: '2026-01-31' };
    await demo.services.admin.invoices.recordTransfer('system', transfer);

    const recurring = salesOf(() => demo).newRecurring;
    const ownRecurring = await recurring();
    const [sample] = await demo.sql<[{ id: string }]>`
      select id from users where email = 'maren@skerrow-ferries.example'`;
    await recurring({ clientId: sample.id });
    await recurring({}, 'maren@skerrow-ferries.example');

    const known = await signUpClient(demo, 'ceo@victim.example');
    const pending = await demo.postJson('/api/auth/send-otp', { email: 'ceo@victim.example' });
    const removed = await removeDemo(db());
    expect(removed).toContain('6 sample clients');
    expect(removed).toContain('3 sample admins');
    expect(removed).toContain("the demo's admin “admin”");
    expect(removed).toEqual(expect.arrayContaining(['8 sample proposals', '22 sample invoices']));
    expect(removed).toContain('2 recurring invoices for samples');
    const { proposals, invoices, recurringInvoices } = demo.services.admin;
    expect((await recurringInvoices.search({})).rows).toMatchObject([{ id: ownRecurring.id }]);
    expect((await proposals.search({})).total).toBe(0);
    expect((await invoices.search({})).rows).toMatchObject([{ id: own.id, paid: '10.00' }]);
    const rowsOf = async (table: string) =>
      (await demo.sql`select * from ${demo.sql(table)}`).length;
    const content = contentKeys.map(async (key) => [key, await rowsOf(contentTypes[key].table)]);
    expect((await Promise.all(content)).filter(([, count]) => count !== 0)).toEqual([
      // One block was edited and one was added.
      ['services', 2],
    ]);
    // Private links of the invoice and of the lead.
    expect(await rowsOf('document_links')).toBe(2);
    expect(await rowsOf('document_events')).toBe(3);
    expect(await rowsOf('credit_notes')).toBe(0);
    expect(await findDemoRemains(db())).toEqual({
      clients: 0,
      leads: 0,
      payments: 0,
      documents: 0,
      admin: false,
      colleagues: 0,
    });

    const app = await startTestApp({
      databaseUrl: database.url,
      env: { ...production, ADMIN_USERNAME: 'owner', ADMIN_PASSWORD: 'a long password' },
    });
    const shown = (await (await app.fetch('/api/services')).json()) as { name: string }[];
    expect(shown.map(({ name }) => name).sort()).toEqual(['Online Store', 'Our own service']);
    expect(await (await app.fetch('/api/portfolio')).json()).toEqual([]);
    expect(await (await app.fetch('/api/subscription-plans')).json()).toEqual([]);
    const leads = await app.sql`select name from quotes`;
    expect(leads).toEqual([{ name: 'A real lead' }]);
    const login = (username: string, password: string) =>
      app.postJson('/api/admin/login', { username, password });
    expect((await login('admin', 'admin-demo')).status).toBe(401);
    expect((await login('owner', 'a long password')).status).toBe(200);
    // Sessions and codes that were verified with the demo's public code are not valid here.
    const signedIn = await app.fetch('/api/auth/user', { headers: { Cookie: known } });
    expect(signedIn.status).toBe(401);
    const cookie = pending.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const code = { email: 'ceo@victim.example', otp: '123456' };
    const verified = await app.postJson('/api/auth/verify-otp', code, { Cookie: cookie });
    expect(verified.status).toBe(401);
    // Page views of a demo are deleted.
    expect(await app.sql`select 1 from page_views`).toHaveLength(0);
    await app.close();
    expect(await removeDemo(db())).toEqual([]);
  });
});

describe('samples left outside demo mode', () => {
  it('are counted and removed in the panel, except what the agency created', async () => {
    const database = await createTestDatabase();
    const demo = await startTestApp({ databaseUrl: database.url });
    await demo.sql`delete from users`;
    await demo.close();
    const app = await startTestApp({ databaseUrl: database.url, env: production });
    const owner = await signedInAs(app, 'owner');
    const ask = askerOf(app, owner.cookie);
    const own = { name: 'Our own', description: 'Made here', category: 'website', price: '900.00' };
    await ask('POST', '/api/admin/services', own);
    const line = async (id: string) => {
      type Answer = { result: { data: { lines: { id: string }[] } } };
      const { body } = await ask<Answer>('GET', '/api/trpc/admin.setup.lines');
      return body.result.data.lines.find((one) => one.id === id);
    };
    const remove = async () => {
      const path = '/api/trpc/admin.setup.removeSamples?batch=1';
      const response = await app.postJson(path, {}, { Cookie: owner.cookie });
      type Answer = { result?: { data: { removed: string[] } } };
      const [answer] = (await response.json()) as Answer[];
      return { status: response.status, removed: answer?.result?.data.removed };
    };
    expect(await line('samples')).toMatchObject({
      state: 'todo',
      notes: expect.arrayContaining([
        '6 posts',
        expect.stringMatching(/^\d+ services$/),
        expect.stringMatching(/^\d+ texts and settings$/),
      ]),
    });
    expect(await line('service')).toMatchObject({
      found: 'One service of your own is published.',
    });

    // The account looks like a leftover of the demo, so it would be removed.
    const { id } = owner;
    const [before] = await app.sql`select password_hash from users where id = ${id}`;
    await app.sql`update users set password_hash = ${await hash('admin-demo')} where id = ${id}`;
    expect((await remove()).status).toBe(409);
    expect(await line('samples')).toMatchObject({ state: 'todo' });
    await app.sql`update users set password_hash = ${before?.password_hash} where id = ${id}`;

    expect((await remove()).removed).toContainEqual(expect.stringMatching(/^1 sample post “/));
    expect(await line('samples')).toMatchObject({ state: 'done', found: 'No samples are left.' });
    const shown = (await (await app.fetch('/api/services')).json()) as { name: string }[];
    expect(shown.map(({ name }) => name)).toEqual(['Our own']);
    const [entry] =
      await app.sql`select description from audit_log where action = 'samples.removed'`;
    expect(entry?.description).toMatch(
      /^Olive Tester removed the samples of the demo: \d+ entries$/,
    );
    expect((await remove()).removed).toEqual([]);

    // Content is in the trash.
    const [trashed] = await app.sql`
      select id from services where deleted_at is not null order by position limit 1`;
    const restored = await app.postJson(
      '/api/trpc/admin.services.restore?batch=1',
      { 0: { id: trashed?.id } },
      { Cookie: owner.cookie },
    );
    expect(restored.status).toBe(200);
    expect(await line('samples')).toMatchObject({ state: 'todo', notes: ['1 service'] });
    await app.close();
    await database.drop();
  });
});

describe('a new database outside demo mode', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({
      env: { ...production, ADMIN_USERNAME: 'owner', ADMIN_PASSWORD: 'a long password' },
    });
  });
  afterAll(() => app.close());

  it('contains no sample data', async () => {
    for (const path of [
      '/api/services',
      '/api/portfolio',
      '/api/blog',
      '/api/subscription-plans',
    ]) {
      expect([path, await (await app.fetch(path)).json()]).toEqual([path, []]);
    }
    const [row] = await app.sql`select count(*)::int as n from settings where key <> 'seeded'`;
    expect(row?.n).toBe(0);
  });

  it('says on every public page that the site is being set up, and links its owner to the panel', async () => {
    for (const path of ['/', '/services', '/about', '/pricing', '/auth/signin']) {
      const response = await app.fetch(path);
      const html = await response.text();
      expect([path, response.status]).toEqual([path, 200]);
      expect(html).toContain('This site is being set up');
      expect(html).toContain('href="/cplogin?next=/admin');
      expect(html).toContain('noindex');
      expect(html).not.toMatch(/Kestrel|200\+|98%/);
    }
    for (const path of ['/cplogin', '/invitation']) {
      expect(await (await app.fetch(path)).text()).not.toContain('being set up');
    }
    expect((await app.postJson('/api/quotes', quoteRequest())).status).toBe(200);
  });
});
