import { afterAll, beforeAll, expect, it } from 'vitest';

import { connect, createDatabase, type Sql } from '~/server/platform/db/client';
import { createTestDatabase, type TestDatabase } from '~/testing/database';
import { createRetention } from './retention.service';

/** `GROWTH=50 npx vitest run growth` fills and deletes three years of a large agency's data, which takes half a minute. */
const times = Number(process.env.GROWTH ?? 1);
const gone = 8_000 * times;
const kept = 800;
const mailsMore = 4_000 * times;

let database: TestDatabase;
let own: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  own = connect(database.url, { max: 1, keepOpen: true });
  await own`set statement_timeout = 0`;
  await own`
    insert into quotes (name, email, phone, phone_digits, budget, timeline, project_details, created_at)
    select 'Ada Byron', 'ada@example.com', '491701234567', '491701234567', 'open', 'open', 'A calculating engine',
      now() - case when n <= ${gone} then interval '40 months' else interval '1 month' end
    from generate_series(1, ${gone + kept}) n`;
  await own`
    insert into mails (kind, "to", subject, html, text, about, sent_at, created_at)
    select 'quote_received', 'ada@example.com', 'Your quote', '<p>Thank you</p>', 'Thank you', 'quote:' || id, now(), now()
    from quotes, generate_series(1, 2)`;
  await own`
    insert into mails (kind, "to", subject, html, text, sent_at, created_at)
    select 'code', 'ada@example.com', 'Your code', '<p>1</p>', '1', now(), now() - interval '40 months'
    from generate_series(1, ${mailsMore})`;
  await own`analyze`;
  await own`set statement_timeout = '8s'`;
}, 600_000);
afterAll(async () => {
  await own.end();
  await database.drop();
});

/** Returns how many full scans of a table there were. */
async function scansOf(table: string): Promise<number> {
  await own`select pg_stat_force_next_flush()`;
  await own`select pg_stat_clear_snapshot()`;
  const [row] = await own<[{ scans: number }]>`
    select seq_scan::int as scans from pg_stat_user_tables where relname = ${table} and schemaname = 'public'`;
  return row.scans;
}

it('expired rows are deleted in batches, found by indexes only', async () => {
  const statements: string[] = [];
  const db = createDatabase(own, { logQuery: (query) => statements.push(query) });
  const retention = createRetention(db, {
    getRetention: async () => ({
      privacyReplyDays: 30,
      supportMonths: 36,
      usageDataMonths: 24,
      accountingYears: 10,
    }),
    purgeTrash: async () => 0,
    anonymizeDocuments: async () => 0,
  });
  const before = [await scansOf('quotes'), await scansOf('mails')];
  const begun = performance.now();
  expect(await retention.run()).toBe(`Deleted quotes: ${gone}, mails: ${2 * gone + mailsMore}`);
  const ms = performance.now() - begun;
  if (times > 1) process.stdout.write(`${gone} quotes and their mails took ${Math.round(ms)} ms\n`);
  expect([await scansOf('quotes'), await scansOf('mails')]).toEqual(before);
  expect(statements.filter((one) => /delete from "?quotes/.test(one)).length).toBeGreaterThan(
    gone / 1_000,
  );
  const [left] = await own`
    select (select count(*)::int from quotes) as quotes, (select count(*)::int from mails) as mails`;
  expect(left).toEqual({ quotes: kept, mails: 2 * kept });
}, 600_000);
