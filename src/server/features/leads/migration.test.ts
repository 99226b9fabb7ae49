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

it('0021 leaves the source of earlier leads unknown, and an older instance keeps working', async () => {
  const before = await folderBefore('0021_lead_sources');
  await migrate(url, before);
  await rm(before, { recursive: true });
  const addQuotes = (count: number) => sql`
    insert into quotes (name, email, phone, phone_digits, budget, timeline, project_details)
    select 'Ada ' || n, 'ada@example.com', '+44 20', '4420', 'asap', 'asap', 'An engine'
    from generate_series(1, ${count}) n`;
  const addMessage = () => sql`
    insert into contact_messages (first_name, last_name, email, service, message)
    values ('Ada', 'Byron', 'ada@example.com', 'website', 'A message')`;
  await addQuotes(500);
  await addMessage();

  await migrate(url);
  // As the version before writes.
  await addQuotes(1);
  await addMessage();
  const told = await sql`
    select lead_source, referring_host, first_page, utm_source, utm_campaign, count(*)::int as leads
    from (select lead_source, referring_host, first_page, utm_source, utm_campaign from quotes
      union all
      select lead_source, referring_host, first_page, utm_source, utm_campaign from contact_messages) led
    group by 1, 2, 3, 4, 5`;
  expect(told).toEqual([
    {
      lead_source: null,
      referring_host: '',
      first_page: '',
      utm_source: '',
      utm_campaign: '',
      leads: 503,
    },
  ]);
});
