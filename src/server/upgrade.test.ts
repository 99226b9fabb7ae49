import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import postgres from 'postgres';
import sharp from 'sharp';
import { describe, expect, inject, it, onTestFinished } from 'vitest';

import { startTestApp } from '~/testing/app';
import { createRestedDatabase } from '~/testing/database';
import { askerOf, signInAdmin } from '~/testing/sign-in';
import { migrate } from './platform/db/migrate';

/** The migrations of an earlier version: up to `last`. */
async function migrationsUpTo(last: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kestrel-upgrade-'));
  await cp('drizzle', folder, { recursive: true });
  const file = join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8')) as { entries: { tag: string }[] };
  const at = journal.entries.findIndex(({ tag }) => tag === last);
  await writeFile(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at + 1) }));
  return folder;
}

const picture = 'a'.repeat(32);
const pictureUrl = `/media/${picture}-64x48.webp`;

/** Rows of an agency, by the first migration that has their table. */
const contents: [since: string, fill: (sql: postgres.Sql) => Promise<unknown>][] = [
  [
    '0000_catalogue_and_quotes',
    async (sql) => {
      await sql`insert into settings (key, value) values ('seeded', 'true'::jsonb),
        ('brand', ${sql.json({ name: 'Ours', tagline: 't', description: 'd', legalName: 'Ours Ltd', foundedYear: 2019 })}),
        ('hero', ${sql.json({ title: 'Ours, not a sample', subtitle: 'Written by the agency itself.' })})`;
      await sql`insert into services (slug, name, description, price_cents, features)
        values ('our-own', 'Our own “service” — ünïcode', 'What we do', 123456, ${sql.json(['one', 'two'])})`;
      await sql`insert into portfolio_items (slug, title, description, client_name, images)
        values ('our-item', 'An item', 'Made by us', 'A client', ${sql.json([pictureUrl])})`;
      await sql`insert into quotes (name, email, phone, phone_digits, service_id, budget, timeline, project_details)
        select 'Lead ' || n, 'lead' || n || '@client.example', '+44 20', '4420', 1, 'asap', '1-month', 'Details ' || n
        from generate_series(1, 50) n`;
    },
  ],
  [
    '0002_messages_posts_plans',
    async (sql) => {
      await sql`insert into contact_messages (first_name, last_name, email, service, message)
        select 'Ada', 'No ' || n, 'ada@client.example', 'website', 'Message ' || n from generate_series(1, 20) n`;
      await sql`insert into posts (slug, title, category, author_name, body, published_at)
        values ('our-post', 'Our post', 'Design', 'Ada', 'Words, **bold**.', now() - interval '1 day')`;
      await sql`insert into plans (name, monthly_cents, yearly_cents) values ('Care', 4900, 3900)`;
    },
  ],
  [
    '0004_pictures',
    async (sql) => {
      const bytes = await sharp({
        create: { width: 64, height: 48, channels: 3, background: '#b4471a' },
      })
        .webp()
        .toBuffer();
      await sql`insert into media (hash, width, height, bytes) values (${picture}, 64, 48, ${bytes})`;
    },
  ],
  [
    '0005_people_and_mail',
    async (sql) => {
      await sql`insert into users (id, email, first_name, last_name, profile_image_url)
        values ('client-a', 'client@client.example', 'Clara', 'Client', ${pictureUrl})`;
      await sql`insert into users (id, email, first_name, last_name, is_admin, username, password_hash)
        values ('owner', 'owner@agency.example', 'Olga', 'Owner', true, 'owner', 'a hash')`;
      await sql`insert into sessions (token_hash, user_id, kind, expires_at, absolute_expires_at)
        values ('of a session', 'client-a', 'client', now() + interval '9 days', now() + interval '9 days')`;
      await sql`insert into mails (kind, "to", subject, html, text, sent_at)
        values ('welcome', 'client@client.example', 'Hello', '<p>Hello</p>', 'Hello', now())`;
    },
  ],
  [
    '0006_requests_billing_audit',
    async (sql) => {
      await sql`update users set stripe_customer_id = 'cus_1' where id = 'client-a'`;
      await sql`insert into plan_prices (plan_id, cycle, amount_cents, currency, stripe_price_id)
        values (1, 'monthly', 4900, 'USD', 'price_1')`;
      await sql`insert into subscriptions (user_id, plan_id, cycle, amount_cents, currency, status, stripe_subscription_id)
        values ('client-a', 1, 'monthly', 4900, 'USD', 'active', 'sub_1')`;
      await sql`insert into payments (user_id, subscription_id, description, amount_cents, refunded_cents, currency, status, stripe_invoice_id, paid_at)
        select 'client-a', 1, 'Care, monthly', 4900, case when n = 3 then 900 else 0 end, 'USD', 'completed', 'in_' || n, now()
        from generate_series(1, 12) n`;
      await sql`insert into stripe_events (id, type, payload, created_at, applied_at)
        values ('evt_1', 'invoice.paid', ${sql.json({ id: 'evt_1' })}, now(), now())`;
      await sql`insert into service_requests (user_id, title, description, service_id, status)
        values ('client-a', 'New pages', 'Three of them', 1, 'in_progress')`;
      await sql`insert into service_request_events (request_id, kind, text, by_agency) values (1, 'note', 'Begun', true)`;
      await sql`insert into audit_log (actor_id, actor_name, action, about, description)
        values ('owner', 'Olga Owner', 'service.updated', 'service:1', 'updated the service')`;
      await sql`insert into notes (about, text, author_id, author_name) values ('quote:1', 'Call back', 'owner', 'Olga Owner')`;
    },
  ],
];

type Row = Record<string, unknown>;

/** Every row of every table, as JSON. */
async function snapshot(sql: postgres.Sql): Promise<Map<string, Row[]>> {
  const tables = await sql<{ name: string }[]>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`;
  const rows = new Map<string, Row[]>();
  for (const { name } of tables) {
    const found = await sql<
      { row: Row }[]
    >`select to_jsonb(t) as row from ${sql(name)} t order by 1`;
    rows.set(
      name,
      found.map(({ row }) => row),
    );
  }
  return rows;
}

describe.each([
  '0000_catalogue_and_quotes',
  '0004_pictures',
  '0006_requests_billing_audit',
  '0011_checkouts_and_sandbox',
  '0019_proposal_templates',
  '0020_workspace',
])('a database of the version with %s', (last) => {
  it('keeps every row and value when this version starts on it, and shows them', async () => {
    const name = `test_upgrade_${last.slice(0, 4)}_${process.pid}`;
    const admin = postgres(inject('databaseUrl'), { max: 1, onnotice: () => {} });
    await admin.unsafe(`create database ${name}`);
    const url = new URL(inject('databaseUrl'));
    url.pathname = `/${name}`;
    const folder = await migrationsUpTo(last);
    const sql = postgres(url.href, { max: 1, onnotice: () => {} });
    try {
      await migrate(url.href, folder);
      for (const [since, fill] of contents) if (since <= last) await fill(sql);
      const before = await snapshot(sql);

      const app = await startTestApp({ databaseUrl: url.href });
      const after = await snapshot(sql);
      for (const [table, rows] of before) {
        for (const row of rows) {
          expect(after.get(table), table).toContainEqual(expect.objectContaining(row));
        }
      }
      expect(await (await app.fetch('/api/services')).json()).toMatchObject([
        { slug: 'our-own', name: 'Our own “service” — ünïcode', price: '1234.56' },
      ]);
      expect(await (await app.fetch('/')).text()).toContain('Ours, not a sample');
      if (last >= '0004') expect((await app.fetch(pictureUrl)).status).toBe(200);
      await app.close();
    } finally {
      await sql.end({ timeout: 1 });
      await admin.unsafe(`drop database if exists ${name} with (force)`);
      await admin.end({ timeout: 1 });
      await rm(folder, { recursive: true });
    }
  });
});

it('a database that a newer version has used opens in this one, with what it does not know as another kind', async () => {
  const { url, drop } = await createRestedDatabase();
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  onTestFinished(async () => {
    await sql.end({ timeout: 1 });
    await drop();
  });
  await sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', 9999999999999)`;
  await sql`alter type mail_kind add value 'of_a_newer_version'`;
  await sql`insert into quotes (name, email, phone, phone_digits, budget, timeline, project_details)
    values ('Lead', 'lead@client.example', '+44 20', '4420', 'asap', '1-month', 'Details')`;
  await sql`insert into mails (kind, "to", subject, html, text, about, sent_at)
    values ('of_a_newer_version', 'lead@client.example', 'New', '<p>New</p>', 'New', 'quote:1', now())`;
  const app = await startTestApp({ databaseUrl: url });
  onTestFinished(() => app.close());
  const ask = askerOf(app, await signInAdmin(app));
  const { status, body } = await ask('GET', '/api/trpc/admin.quotes.get?input={"id":1}');
  expect(status).toBe(200);
  expect(body).toMatchObject({ result: { data: { mails: [{ kind: 'other', subject: 'New' }] } } });
});
