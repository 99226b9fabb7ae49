import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { messageServices } from '~/contract/leads/contact';
import { startDatabase } from '~/server/boot';
import { readEnv } from '~/server/platform/env';
import { startTestApp, type TestApp } from '~/testing/app';
import { createTestDatabase, type TestDatabase } from '~/testing/database';
import { startTransactionPooler, type TransactionPooler } from '~/testing/transaction-pooler';
import { connect, statementTimeoutMs } from './client';
import { noStatementTimeout, poolerWithoutDirectUrl, probePooling } from './pooler';

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

const settings = (given: Record<string, string>) =>
  readEnv({ AUTH_SECRET: 's'.repeat(32), SMTP_URL: 'smtp://mail.example', ...given });

/** What a start with these settings comes to. */
async function access(given: Record<string, string>) {
  const lines: string[] = [];
  const env = settings(given);
  const { stop: _, client, ...found } = await startDatabase(env, (line) => lines.push(line));
  await client?.end();
  return { ...found, lines };
}

describe('the probe', () => {
  it('finds PostgreSQL itself', async () => {
    expect(await probePooling(database.url)).toMatchObject({
      takesSettings: true,
      sharesSessions: false,
      keepsPrepared: true,
    });
  });

  it('finds a pooler that shares sessions and loses prepared statements', async () => {
    expect(await probePooling(pooler.url)).toMatchObject({
      takesSettings: false,
      sharesSessions: true,
      keepsPrepared: false,
      statementTimeoutMs: 0,
    });
  });
});

it('the probe finds a pooler that hands out its sessions in turn', async () => {
  const inTurn = await startTransactionPooler(database.url, { inTurn: true });
  const expected = { takesSettings: false, sharesSessions: true, keepsPrepared: false };
  expect(await probePooling(inTurn.url)).toMatchObject(expected);
  const found = await Promise.all(Array.from({ length: 6 }, () => probePooling(inTurn.url)));
  for (const one of found) expect(one).toMatchObject(expected);
  await inTurn.close();
});

it('a start finds a pooler that only shared sessions give away', async () => {
  const discreet = await startTransactionPooler(database.url, { isDiscreet: true });
  await expect(access({ DATABASE_URL: discreet.url })).rejects.toThrow(poolerWithoutDirectUrl);
  await discreet.close();
});

it('the probe finds a pooler that keeps sessions and refuses settings of them', async () => {
  const keeping = await startTransactionPooler(database.url, { keepsSessions: true });
  expect(await probePooling(keeping.url)).toMatchObject({
    takesSettings: false,
    sharesSessions: false,
    keepsPrepared: true,
  });
  await expect(access({ DATABASE_URL: keeping.url })).rejects.toThrow(poolerWithoutDirectUrl);
  await keeping.close();
});

describe('a start', () => {
  it('needs no second URL without a pooler', async () => {
    const { url } = database;
    expect(await access({ DATABASE_URL: url })).toEqual({
      url,
      directUrl: url,
      isPooled: false,
      prepare: true,
      lines: [],
    });
  });

  it('looks for a pooler on the connections that it goes on with', async () => {
    const watched = await createTestDatabase();
    const { client } = await startDatabase(settings({ DATABASE_URL: watched.url }), () => {});
    const direct = connect(watched.url, { max: 1 });
    const pids = async () => {
      const rows = await direct<{ pid: number }[]>`
        select pid from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`;
      return new Set(rows.map(({ pid }) => pid));
    };
    const opened = await pids();
    expect(opened.size).toBe(2);
    const used = await Promise.all(
      [1, 2].map(() => client?.begin((tx) => tx`select pg_backend_pid() as pid, pg_sleep(0.1)`)),
    );
    expect(new Set(used.map((rows) => rows?.[0]?.pid))).toEqual(opened);
    expect(await pids()).toEqual(opened);
    await Promise.all([client?.end(), direct.end()]);
    await watched.drop();
  });

  it('through a pooler goes past it for sessions, prepares nothing, and warns of a missing timeout', async () => {
    expect(await access({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url })).toEqual({
      url: pooler.url,
      directUrl: database.url,
      isPooled: true,
      prepare: false,
      lines: [`${noStatementTimeout.detail}. ${noStatementTimeout.action}`],
    });
  });

  it.each<[string, () => Record<string, string>, string | RegExp]>([
    ['a pooler alone', () => ({ DATABASE_URL: pooler.url }), poolerWithoutDirectUrl],
    [
      'a pooler as the direct URL',
      () => ({ DATABASE_URL: database.url, DATABASE_DIRECT_URL: pooler.url }),
      /^DATABASE_DIRECT_URL leads to a pooler/,
    ],
    [
      'a direct URL of another database',
      () => ({ DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: other.url }),
      /^DATABASE_DIRECT_URL leads to another database/,
    ],
    [
      'prepared statements that the pooler loses',
      () => ({
        DATABASE_URL: pooler.url,
        DATABASE_DIRECT_URL: database.url,
        DATABASE_PREPARE: 'on',
      }),
      /^DATABASE_PREPARE is on, but/,
    ],
  ])('with %s says what to do', async (_, given, message) => {
    await expect(access(given())).rejects.toThrow(message);
  });

  it('waits for a direct URL where nothing answers', async () => {
    const ending = new AbortController();
    const env = settings({
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: 'postgres://u@127.0.0.1:1/app',
    });
    const lines: string[] = [];
    const say = (line: string) => {
      lines.push(line);
      ending.abort();
    };
    await expect(startDatabase(env, say, ending.signal)).rejects.toThrow('aborted');
    expect(lines).toEqual([
      expect.stringMatching(/^Waiting for the database: nothing answers at DATABASE_DIRECT_URL/),
    ]);
  });

  it('prepares nothing where that is switched off', async () => {
    const { prepare } = await access({ DATABASE_URL: database.url, DATABASE_PREPARE: 'off' });
    expect(prepare).toBe(false);
  });
});

it('asks a pooler for no settings of a session, which it would refuse', async () => {
  const refused = connect(pooler.url, { max: 1 });
  await expect(refused`select 1`).rejects.toThrow('unsupported startup parameter');
  await refused.end();
  const direct = connect(database.url, { max: 1 });
  const [row] = await direct`show statement_timeout`;
  expect(row).toEqual({ statement_timeout: `${statementTimeoutMs / 1000}s` });
  await direct.end();
});

describe('the product behind a pooler', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({
      databaseUrl: database.url,
      through: async () => pooler.url,
      pooling: { isPooled: true, prepare: false },
    });
  });
  afterAll(() => app.close());

  it('answers many requests at a time, transactions included', async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, at) =>
        at % 2 === 0
          ? app.fetch(`/api/services?n=${at}`)
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

  it('hears of changes to content', async () => {
    const titles = async () => (await (await app.fetch('/api/services')).text()).slice(0, 10_000);
    await titles();
    await app.sql`update services set name = 'Changed behind the pooler' where id = (select min(id) from services)`;
    await expect.poll(titles).toContain('Changed behind the pooler');
  });
});
