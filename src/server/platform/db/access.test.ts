import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { messageServices } from '~/contract/leads/contact';
import { startTestApp, type TestApp } from '~/testing/app';
import { createTestDatabase, type TestDatabase } from '~/testing/database';
import { startTransactionPooler, type TransactionPooler } from '~/testing/transaction-pooler';
import { databaseAccess } from './access';
import { connect, createDatabase, statementTimeoutMs } from './client';
import { checkDirectUrl } from './direct-url';
import { databaseProblemOf } from './problems';

let database: TestDatabase;
let other: TestDatabase;
let pooler: TransactionPooler;

beforeAll(async () => {
  [database, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  pooler = await startTransactionPooler(database.url);
});

afterAll(async () => {
  await pooler.close();
  await Promise.all([database.drop(), other.drop()]);
});

describe('access to the database', () => {
  const url = 'postgres://u:p@pooler.example:6432/app';
  const direct = 'postgres://u:p@db.example/app';

  it('connects directly with one URL', () => {
    const expected = { url, directUrl: url, isPooled: false };
    expect(databaseAccess({ DATABASE_URL: url })).toEqual(expected);
    expect(databaseAccess({ DATABASE_URL: url, DATABASE_DIRECT_URL: url })).toEqual(expected);
  });

  it.each([url, `${url}?pgbouncer=true`])('uses a direct URL next to %s', (DATABASE_URL) => {
    const access = databaseAccess({ DATABASE_URL, DATABASE_DIRECT_URL: direct });
    expect(access).toEqual({ url: DATABASE_URL, directUrl: direct, isPooled: true });
  });
});

describe('checkDirectUrl', () => {
  const check = (directUrl: string) =>
    checkDirectUrl({ url: pooler.url, directUrl, isPooled: true });

  it('reports that the pooler sets no statement timeout', async () => {
    expect(await check(database.url)).toEqual({ hasStatementTimeout: false });
  });

  it('rejects another database', async () => {
    await expect(check(other.url)).rejects.toThrow(
      /^DATABASE_DIRECT_URL leads to another database/,
    );
  });

  it('rejects a pooler', async () => {
    const error = await check(pooler.url).catch((reason: unknown) => reason);
    expect(databaseProblemOf(error)).toMatchObject({
      line: expect.stringMatching(/^DATABASE_DIRECT_URL leads to a pooler/),
      isLasting: true,
    });
  });
});

it('errors of an undeclared pooler are translated', async () => {
  const client = connect(pooler.url, { max: 1 });
  const refused = await client`select 1`.catch((reason: unknown) => reason);
  await client.end();
  const lost = Object.assign(new Error('prepared statement "x" does not exist'), { code: '26000' });
  for (const error of [refused, lost]) {
    expect(databaseProblemOf(error)).toMatchObject({
      line: expect.stringMatching(/^DATABASE_URL leads to a pooler .*; set DATABASE_DIRECT_URL to/),
      isLasting: true,
    });
  }
});

it('direct connections have the statement timeout', async () => {
  const direct = connect(database.url, { max: 1 });
  const [row] = await direct`show statement_timeout`;
  expect(row).toEqual({ statement_timeout: `${statementTimeoutMs / 1000}s` });
  await direct.end();
});

// The driver would pipeline a statement without parameters and one with parameters. The second response would then never
// arrive.
it('every statement is answered while all pooled connections are busy', async () => {
  const client = connect(pooler.url, { max: 2, isPooled: true });
  const db = createDatabase(client);
  const numbers = Array.from({ length: 40 }, (_, n) => n);
  const answers = await Promise.all(
    numbers.map((n) =>
      db.execute<{ n: number }>(n % 2 === 0 ? sql`select 0 as n` : sql`select ${n}::int as n`),
    ),
  );
  expect(answers.map(([row]) => row?.n)).toEqual(numbers.map((n) => (n % 2 === 0 ? 0 : n)));
  await client.end();
});

describe('the product behind a pooler', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({
      databaseUrl: database.url,
      through: async () => pooler.url,
      isPooled: true,
    });
  });
  afterAll(() => app.close());

  it('answers many concurrent requests, including transactions', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        at % 2 === 0
          ? app.fetch('/api/services')
          : app.postJson('/api/contact', {
              firstName: 'Ada',
              lastName: 'Byron',
              email: `ada${at}@example.com`,
              service: messageServices[0]?.value,
              message: 'A message that is long enough.',
            }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('invalidates cached content after a change', async () => {
    const titles = async () => (await (await app.fetch('/api/services')).text()).slice(0, 10_000);
    await titles();
    await app.sql`update services set name = 'Changed behind the pooler' where id = (select min(id) from services)`;
    await expect.poll(titles).toContain('Changed behind the pooler');
  });
});
