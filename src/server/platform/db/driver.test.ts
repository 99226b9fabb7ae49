import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { sql as drizzleSql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import type postgres from 'postgres';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { type CutProxy, startCutProxy } from '~/testing/cut-proxy';
import { createTestDatabase } from '~/testing/database';
import { listenLocally } from '~/testing/servers';
import { connect, createDatabase, onServerError } from './client';
import { Pool, pooled } from './pool';

describe('the patched driver', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let line: CutProxy;
  let sql: postgres.Sql;
  const uncaught: unknown[] = [];
  const onUncaught = (error: unknown) => uncaught.push(error);

  beforeAll(async () => {
    process.on('uncaughtException', onUncaught);
    database = await createTestDatabase();
    line = await startCutProxy(database.url);
    sql = connect(line.url, { max: 2 });
    await sql`create table written (what text)`;
  });

  afterEach(async () => {
    await line.mend();
    await delay(20);
    expect(uncaught).toEqual([]);
  });

  afterAll(async () => {
    await sql.end({ timeout: 1 });
    await line.close();
    await database.drop();
    process.off('uncaughtException', onUncaught);
  });

  it('prepares a statement of the query builder once', async () => {
    const own = connect(database.url, { max: 1 });
    const db = createDatabase(own);
    for (const value of [1, 2, 3])
      await db.execute(drizzleSql`select ${value}::int as "of the test"`);
    const prepared = await own.unsafe(
      "select 1 from pg_prepared_statements where statement like '%of the test%'",
    );
    expect(prepared).toHaveLength(1);
    await own.end();
  });

  it('connects to the Unix socket in the folder that the URL names as host', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'socket-'));
    const port = 5432;
    let sent: string[] = [];
    const server = createServer((socket) =>
      socket.once('data', (bytes) => {
        sent = bytes.toString('latin1').split('\0');
        socket.destroy();
      }),
    );
    await new Promise<void>((resolve) => server.listen(join(folder, `.s.PGSQL.${port}`), resolve));
    const query = new URLSearchParams({ host: folder, search_path: 'public,theirs' });
    const own = connect(`postgres://ada:secret@db.invalid:${port}/app?${query}`, { max: 1 });
    try {
      await expect(own`select 1`).rejects.toThrow('CONNECTION_CLOSED');
      expect(sent).toEqual(expect.arrayContaining(['ada', 'app', 'search_path', 'public,theirs']));
      expect(sent).not.toContain('host');
    } finally {
      await own.end({ timeout: 1 });
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true });
    }
  });

  it('reads and writes arrays on the first statement of a connection', async () => {
    const at = new Date('2026-03-01T10:00:00Z');
    const own = connect(database.url, { max: 1 });
    const [row] = await own`
      select ${['a, "b"', '{c}', '']}::text[] as texts, ${[1, -2]}::int[] as numbers, array[${at}::timestamptz] as times,
        array[true, false] as flags, ${[]}::text[] as none`;
    expect(row).toEqual({
      texts: ['a, "b"', '{c}', ''],
      numbers: [1, -2],
      times: [at],
      flags: [true, false],
      none: [],
    });
    await own.end();
  });

  const untilBack = async () => {
    for (;;) {
      const back = await sql`select 1`.then(
        () => true,
        () => false,
      );
      if (back) return;
      await delay(20);
    }
  };

  it('rejects statements of a transaction whose connection has closed, and keeps the pool working', async () => {
    for (let round = 0; round < 6; round += 1) {
      const later: unknown[] = [];
      const lost = sql.begin(async (tx) => {
        await tx`insert into written values ('in a lost transaction')`;
        await line.cut();
        await delay(20);
        for (let n = 0; n < 3; n += 1) {
          await tx`insert into written values (${`after the loss ${n}`})`.catch((error) => {
            later.push(error.code);
          });
        }
        throw new Error('the end of the callback');
      });
      await expect(lost).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
      await line.mend();
      await untilBack();
      await vi.waitFor(() => expect(later).toHaveLength(3));
      expect(later).toEqual(Array(3).fill('CONNECTION_CLOSED'));
    }
    const both = await Promise.all([sql`select pg_sleep(0.2)`, sql`select pg_sleep(0.2)`]);
    expect(both).toHaveLength(2);
    expect(await sql`select * from written`).toHaveLength(0);
  });

  it('never runs the rest of a lost transaction on the connection that replaced it', async () => {
    const lost = sql.begin(async (tx) => {
      await tx`insert into written values ('first half')`;
      await line.cut();
      await line.mend();
      // Both connections of the pool were released, including the one that broke.
      await delay(50);
      await untilBack();
      await Promise.all([untilBack(), untilBack()]);
      await tx`insert into written values ('second half')`;
    });
    await expect(lost).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    await delay(50);
    expect(await sql`select * from written`).toHaveLength(0);
  });

  it('settles every query when connections close under load, with small and large writes', async () => {
    const large = 'x'.repeat(5_000);
    for (let round = 0; round < 10; round += 1) {
      const asked = Array.from({ length: 60 }, (_, n) =>
        n % 2 ? sql`select ${n}::int` : sql.begin((tx) => tx`select ${large}::text`),
      );
      const settled = Promise.allSettled(asked);
      await delay(round);
      await line.cut();
      await settled;
      await line.mend();
      await untilBack();
    }
  });

  it('replaces connections made while the database was read-only, and reports the rejected write', async () => {
    const other = connect(database.url, { max: 2 });
    const told: unknown[] = [];
    onServerError(other, ({ code }) => told.push(code));
    const builder = createDatabase(other);
    const name = new URL(database.url).pathname.slice(1);
    const write = () =>
      builder.execute(drizzleSql`insert into written values (${'after a refusal'})`);
    await sql.unsafe(`alter database ${name} set default_transaction_read_only = on`);
    await Promise.all([other`select pg_sleep(0.05)`, other`select pg_sleep(0.05)`]);
    await expect(Promise.all([write(), other`select 1`])).rejects.toMatchObject({
      cause: { code: '25006' },
    });
    await sql.unsafe(`alter database ${name} reset default_transaction_read_only`);
    const inTransaction = () =>
      builder.transaction((tx) => tx.execute(drizzleSql`insert into written values ('refused')`));
    // At most one of the two connections was open before this.
    const settled = [];
    for (let turn = 0; turn < 6; turn += 1)
      settled.push(
        await inTransaction().then(
          () => 'done',
          () => 'refused',
        ),
      );
    expect(settled.filter((one) => one === 'refused').length).toBeLessThanOrEqual(2);
    expect(settled.slice(2)).toEqual(['done', 'done', 'done', 'done']);
    await Promise.all([write(), write()]);
    expect(new Set(told)).toEqual(new Set(['25006']));
    await other.end();
  });

  it('rejects a query when too many wait, and counts the waiting ones', async () => {
    const few = connect(database.url, { max: 1 });
    const pool = new Pool(1, 2);
    const db = drizzle(pooled(few, pool));
    const sleep = () => db.execute(drizzleSql`select pg_sleep(0.05)`);
    const settling = Promise.allSettled(Array.from({ length: 6 }, sleep));
    await delay(0);
    expect(pool.use()).toEqual({ busy: 1, free: 0, waiting: 2 });
    const refused = (await settling).filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(3);
    for (const one of refused) {
      expect(one).toMatchObject({ reason: { cause: { code: 'POOL_EXHAUSTED' } } });
    }
    // A transaction counts as one busy connection, however many statements it runs, and releases it when it fails.
    await expect(
      db.transaction(async (tx) => {
        await tx.execute(drizzleSql`select 1`);
        await tx.transaction((inner) => inner.execute(drizzleSql`select 2`));
        expect(pool.use()).toEqual({ busy: 1, free: 0, waiting: 0 });
        tx.rollback();
      }),
    ).rejects.toThrow('Rollback');
    expect(pool.use()).toEqual({ busy: 0, free: 1, waiting: 0 });
    await few.end({ timeout: 1 });
  });
});

describe('a server that accepts and closes connections', () => {
  let server: Server;
  let dialled = 0;
  let port = 0;

  beforeAll(async () => {
    server = createServer((socket) => {
      dialled += 1;
      socket.on('error', () => {}).end();
    });
    port = await listenLocally(server);
  });

  afterAll(() => {
    server.close();
  });

  it('opens one connection per query, and fails the query', async () => {
    const sql = connect(`postgres://someone:secret@127.0.0.1:${port}/none`, { max: 1 });
    await expect(sql`select 1`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    await expect(sql`select 1`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' });
    expect(dialled).toBe(2);
    await sql.end({ timeout: 1 });
  });
});
