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

it('0017 keeps existing rows, and an older instance keeps working', async () => {
  const before = await folderBefore('0017_proposals_and_invoices');
  await migrate(url, before);
  await rm(before, { recursive: true });
  const addUser = (id: string) => sql`
    insert into users (id, email, first_name, last_name, created_at)
    values (${id}, ${`${id}@example.com`}, 'A', 'B', '2026-01-31')`;
  const addPayment = (id: string) => sql`
    insert into payments (user_id, description, amount_cents, currency, status, stripe_invoice_id)
    values ('u1', 'Growth, monthly', 4900, 'USD', 'completed', ${id})`;
  const addMessage = (status: string) => sql`
    insert into contact_messages (first_name, last_name, email, service, message, status, updated_at)
    values ('Ada', 'Byron', 'ada@example.com', 'website', 'A message', ${status}, '2026-03-02')`;
  await addUser('u1');
  await addPayment('in_1');
  await addMessage('replied');
  await addMessage('replied');
  await addMessage('read');
  await sql`insert into mails (kind, "to", subject, html, text, about, created_at)
    values ('reply', 'ada@example.com', 'S', 'H', 'T', 'message:1', '2026-03-01')`;

  await migrate(url);
  const answered =
    await sql`select first_answer_at at time zone 'UTC' as at from contact_messages order by id`;
  expect(answered.map(({ at }) => at?.toISOString().slice(0, 10) ?? null)).toEqual([
    '2026-03-01',
    '2026-03-02',
    null,
  ]);

  // As the version before writes.
  await addUser('u2');
  await addPayment('in_2');
  await addMessage('unread');
  const verified = await sql`select email_verified_at is not null as is from users order by id`;
  expect(verified.map(({ is }) => is)).toEqual([true, true]);
  const [first] =
    await sql`select email_verified_at = created_at as same from users where id = 'u1'`;
  expect(first?.same).toBe(true);
  const payments = await sql`select amount_cents::int as cents, method, invoice_id from payments`;
  expect(payments).toEqual([
    { cents: 4900, method: 'card', invoice_id: null },
    { cents: 4900, method: 'card', invoice_id: null },
  ]);
});
