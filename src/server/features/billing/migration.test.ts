import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import postgres from 'postgres';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';

import { migrate } from '~/server/platform/db/migrate';

const name = `test_${randomBytes(8).toString('hex')}`;
let admin: postgres.Sql;
let sql: postgres.Sql;
let url: string;

/** The migrations up to the one under test. */
async function folderBefore(tag: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  await cp('drizzle', folder, { recursive: true });
  const journal = join(folder, 'meta', '_journal.json');
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8')) as {
    entries: { tag: string }[];
  };
  const at = entries.findIndex((entry) => entry.tag === tag);
  await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, at) }));
  return folder;
}

beforeAll(async () => {
  admin = postgres(inject('databaseUrl'), { max: 1, onnotice: () => {} });
  await admin.unsafe(`create database ${name}`);
  const target = new URL(inject('databaseUrl'));
  target.pathname = `/${name}`;
  url = target.href;
  sql = postgres(url, { max: 1, onnotice: () => {} });
});
afterAll(async () => {
  await sql.end({ timeout: 5 });
  await admin.unsafe(`drop database if exists ${name} with (force)`);
  await admin.end({ timeout: 5 });
});

it('0012 keeps existing rows, and an older instance keeps working', async () => {
  const before = await folderBefore('0012_billing_history');
  await migrate(url, before);
  await rm(before, { recursive: true });
  await sql`insert into plans (name, monthly_cents) values ('Growth', 4900)`;
  await sql`insert into users (id, email, first_name, last_name, stripe_customer_id) values
    ('u1', 'a@example.com', 'A', 'B', 'cus_sandbox'), ('u2', 'b@example.com', 'A', 'B', 'cus_real')`;
  await sql`insert into sandbox_objects (id, object, body) values
    ('cus_sandbox', 'customer', '{}'), ('sub_sandbox', 'subscription', '{}')`;
  const subscribe = (user: string, id: string) => sql`
    insert into subscriptions (user_id, plan_id, cycle, amount_cents, currency, status, stripe_subscription_id)
    values (${user}, 1, 'monthly', 4900, 'USD', 'active', ${id})`;
  await subscribe('u1', 'sub_sandbox');
  await subscribe('u2', 'sub_real');
  const price = (id: string) => sql`
    insert into plan_prices (plan_id, cycle, amount_cents, currency, stripe_price_id)
    values (1, 'monthly', 4900, 'USD', ${id})
    on conflict (plan_id, cycle, amount_cents, currency) do update set stripe_price_id = excluded.stripe_price_id`;
  await price('price_1');
  await sql`insert into stripe_events (id, type, payload, created_at, last_error) values
    ('evt_1', 'invoice.paid', '{}', now(), 'Failed query: insert into payments'), ('evt_2', 'invoice.paid', '{}', now(), '')`;

  await migrate(url);
  expect(await sql`select id, stripe_account from users order by id`).toEqual([
    { id: 'u1', stripe_account: 'sandbox' },
    { id: 'u2', stripe_account: '' },
  ]);
  expect(
    await sql`select stripe_account, missing_in, note from subscriptions order by user_id`,
  ).toEqual([
    { stripe_account: 'sandbox', missing_in: '', note: '' },
    { stripe_account: '', missing_in: '', note: '' },
  ]);
  const errors = await sql`select last_error from stripe_events order by id`;
  expect(errors.map(({ last_error }) => last_error)).toEqual([
    'It could not be applied. The log says why.',
    '',
  ]);
  // Writes of an older instance still work, and lose no price.
  await price('price_2');
  await sql`update subscriptions set status = 'canceled'`;
  await subscribe('u2', 'sub_later');
  expect(await sql`select stripe_price_id, plan_id from former_prices`).toEqual([
    { stripe_price_id: 'price_1', plan_id: 1 },
  ]);
});
