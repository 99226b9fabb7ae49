import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { permissions } from '~/contract/identity/permissions';
import { panelTopics } from '~/server/features/live/topics';
import { cacheTags } from '~/server/platform/cache/cache-tags';
import { migrate } from '~/server/platform/db/migrate';
import { functionFiles } from '~/server/platform/db/sql-functions';
import type { Announcement } from '~/server/platform/events/live-stream';
import { createTestDatabase, type TestDatabase } from '~/testing/database';

const content = [...cacheTags];
/** Tables that are announced by their own names. */
const announced = `bank_entries companies contact_messages conversations incoming_mails invoices
  mails missed_invoices notes payments proposals proposed_changes
  quotes recurring_invoices stripe_events subscriptions users`;
/** Tables whose changes screens show, with the topic under which they are announced. */
const records: Record<string, string> = {
  ...Object.fromEntries(announced.split(/\s+/).map((table) => [table, table])),
  service_requests: 'requests',
  messages: 'requestThreads',
};
const tables = Object.keys(records);

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Returns the notifications that one connection receives about changes on another. Each statement is its own transaction. */
async function heardOf(url: string, work: (sql: postgres.Sql) => Promise<unknown>) {
  const heard: string[] = [];
  const options = { max: 1, onnotice: () => {} };
  const listener = postgres(url, options);
  const worker = postgres(url, options);
  try {
    await listener.listen('content_changed', (table) => heard.push(`content ${table}`));
    await listener.listen('record_changed', (payload) => {
      const { topic, id, person } = JSON.parse(payload) as Announcement;
      heard.push([topic, id ?? person].join(' ').trim());
    });
    await work(worker);
    // Notifications arrive in the order in which transactions are committed.
    await worker`select pg_notify('content_changed', 'the end')`;
    await expect.poll(() => heard.at(-1)).toBe('content the end');
    return heard.slice(0, -1);
  } finally {
    await Promise.all([listener.end(), worker.end()]);
  }
}

const addServices = (sql: postgres.Sql, count: number) => sql`
  insert into services (slug, name, description, price_cents)
  select 'service-' || n, 'Service', 'What we do', 100
  from generate_series(1, ${count}) n`;

const addUsers = (sql: postgres.Sql, count: number) => sql`
  insert into users (id, email, first_name, last_name)
  select 'user-' || n, 'user-' || n || '@client.example', 'Ada', 'Byron' from generate_series(1, ${count}) n`;

describe('a change that the database announces', () => {
  it.each(content)('includes inserts, updates, deletes and truncates of %s', async (table) => {
    const sql = postgres(database.url, { max: 1 });
    // Selects bits 2 to 5 of the type. docs/add-a-section.md describes the statements that create these triggers.
    const rows = await sql<{ on: number }[]>`
      select distinct unnest(array[tgtype & 4, tgtype & 8, tgtype & 16, tgtype & 32]) as on
      from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      where proname = 'notify_content_changed' and tgrelid = ${table}::regclass`;
    await sql.end();
    expect(new Set(rows.map(({ on }) => on).filter(Boolean))).toEqual(new Set([4, 8, 16, 32]));
  });

  it('is announced by a row trigger and a truncate trigger in every announced table', async () => {
    const sql = postgres(database.url, { max: 1 });
    const rows = await sql<{ table: string; isOfRows: boolean; isTruncate: boolean }[]>`
      select tgrelid::regclass::text as table, (tgtype & 1) = 1 as "isOfRows", (tgtype & 32) = 32 as "isTruncate"
      from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      where proname = 'notify_content_changed' or proname like 'announce%'`;
    await sql.end();
    expect(new Set(rows.map(({ table }) => table))).toEqual(
      new Set([...content, ...tables, 'files', 'message_reads', 'sessions']),
    );
    expect(rows.filter(({ isOfRows, isTruncate }) => isOfRows === isTruncate)).toEqual([]);
  });

  it('has a permission in the panel', () => {
    const topics = [...content, ...Object.values(records)];
    expect(
      topics.filter((topic) => !permissions.some((one) => one === panelTopics[topic])),
    ).toEqual([]);
  });

  it('is announced once per transaction, for any number of rows except none', async () => {
    const heard = await heardOf(database.url, async (sql) => {
      await addServices(sql, 200);
      await sql`update services set price_cents = 200`;
      await sql`insert into companies (name) select 'Company ' || n from generate_series(1, 200) n`;
      await sql`delete from companies`;
      await sql`delete from companies`;
      await sql`delete from services`;
    });
    expect(heard).toEqual([
      'content services',
      'content services',
      'companies',
      'companies',
      'content services',
    ]);
  });

  it('includes the end of a session, not its start', async () => {
    const heard = await heardOf(database.url, async (sql) => {
      await addUsers(sql, 1);
      await sql`insert into sessions (token_hash, user_id, kind, expires_at, absolute_expires_at)
        values ('a', 'user-1', 'client', now(), now())`;
      await sql`delete from sessions where false`;
      await sql`delete from sessions`;
    });
    expect(heard).toEqual(['users user-1', 'sessions user-1']);
  });
});

it('replacing functions while another instance writes causes no deadlock', async () => {
  const sql = postgres(database.url, { max: 1 });
  await addServices(sql, 50);
  const changed = { ...functionFiles, './functions/later.sql': 'select 1;' };
  let isMigrated = false;
  const writing = sql.begin(async (tx) => {
    await tx`update services set price_cents = 300 where slug = 'service-1'`;
    const done = migrate(database.url, { functions: changed }).then(() => {
      isMigrated = true;
    });
    // The migration waits for a lock of this transaction, which then locks another table.
    await expect
      .poll(() => tx`select from pg_locks where not granted`.then(({ length }) => length))
      .toBeGreaterThan(0);
    await tx`insert into users (id, email, first_name, last_name) values ('late', 'late@client.example', 'Ada', 'Byron')`;
    return { done };
  });
  await (await writing).done;
  expect(isMigrated).toBe(true);
  const heard = await heardOf(database.url, async (one) => {
    await one`delete from services where false`;
    await one`delete from services where slug = 'service-1'`;
    await one`update users set first_name = 'Augusta' where id = 'late'`;
  });
  await sql.end();
  expect(heard).toEqual(['content services', 'users late']);
});
