import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';

import { createEmptyDatabase, createTestDatabase } from '~/testing/database';
import { isBuilt, type Product, startProduct, until } from '~/testing/product';
import { checkDatabase } from './features/setup/checks/database';
import { connect, createDatabase } from './platform/db/client';
import { startEmbeddedPostgres } from './platform/db/embedded';
import { migrate } from './platform/db/migrate';
import { databaseProblemOf } from './platform/db/problems';
import { untilDatabaseAnswers } from './platform/db/wait';

const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), {
  code: 'ECONNREFUSED',
  syscall: 'connect',
});
const coded = (code: string, severity?: string) =>
  Object.assign(new Error('as the server says it'), { code, ...(severity && { severity }) });

describe('a database problem at startup', () => {
  it.each([
    ['ECONNREFUSED', 'nothing answers at DATABASE_URL'],
    ['ENOTFOUND', 'the host in DATABASE_URL has no address'],
    ['EAI_AGAIN', 'the host in DATABASE_URL has no address'],
    ['CONNECT_TIMEOUT', 'does not answer in time'],
    ['57P03', 'is starting or stopping'],
    ['53300', 'has no room for another connection'],
    ['53100', 'the disk of the database at DATABASE_URL is full'],
    ['53200', 'is out of memory'],
    ['58030', 'cannot read or write its disk'],
    ['25006', 'the database at DATABASE_URL is read-only'],
    ['08P01', 'the pooler'],
  ])('%s is temporary', (code, words) => {
    const problem = databaseProblemOf(new Error('wrapped', { cause: coded(code) }));
    expect(problem).toEqual({
      line: expect.stringContaining(words),
      isLasting: false,
      action: expect.any(String),
    });
    expect(problem?.line).toMatch(new RegExp(`\\(${code}: as the server says it\\)$`));
  });

  it.each([
    ['28P01', 'DATABASE_URL: the database refuses this user name or password'],
    ['28000', 'DATABASE_URL: the database does not let this user in'],
    ['3D000', 'DATABASE_URL: there is no such database'],
  ])('%s is permanent', (code, words) => {
    expect(databaseProblemOf(coded(code))).toEqual({
      line: expect.stringContaining(words),
      isLasting: true,
      action: 'Correct DATABASE_URL',
    });
  });

  it.each([
    ['55000', 'accepts no connections'],
    ['XX000', 'fails at each connection'],
    ['58P01', 'fails at each connection'],
  ])(
    '%s is temporary if it ends the connection, and no database problem in a statement',
    (code, words) => {
      expect(databaseProblemOf(coded(code, 'FATAL'))).toMatchObject({
        line: expect.stringContaining(words),
        isLasting: false,
      });
      expect(databaseProblemOf(coded(code, 'ERROR'))).toBeUndefined();
    },
  );

  it('names the direct URL if that one fails', () => {
    const error = new Error('DATABASE_DIRECT_URL cannot be used: x', { cause: coded('3D000') });
    expect(databaseProblemOf(error)?.line).toMatch(/^DATABASE_DIRECT_URL: there is no such/);
  });

  it('does not include errors of files, of requests over HTTP and of statements', () => {
    const file = Object.assign(new Error('x'), { code: 'ENOENT', syscall: 'open' });
    const store = new TypeError('fetch failed', { cause: refused });
    for (const error of [file, store, coded('42P01')]) {
      expect(databaseProblemOf(error)).toBeUndefined();
    }
  });
});

describe('waiting for the database', () => {
  it('continues until the database answers, and reports each reason once', async () => {
    const failures = [refused, refused, coded('57P03')];
    const said: string[] = [];
    const attempt = async () => {
      const error = failures.shift();
      if (error) throw error;
      return 'there';
    };
    const found = untilDatabaseAnswers(attempt, (line) => said.push(line));
    expect(await found).toBe('there');
    expect(said).toEqual([
      expect.stringMatching(/^Waiting for the database: nothing answers at DATABASE_URL/),
      expect.stringMatching(/^Waiting for the database: .* is starting or stopping/),
      'The database answers',
    ]);
  });

  it('ends immediately if waiting cannot help, and when it is stopped', async () => {
    const fail = (error: Error) => async () => {
      throw error;
    };
    const silent = () => {};
    await expect(untilDatabaseAnswers(fail(coded('28P01')), silent)).rejects.toThrow(
      /^DATABASE_URL: the database refuses/,
    );
    await expect(untilDatabaseAnswers(fail(new Error('other')), silent)).rejects.toThrow('other');
    const ending = new AbortController();
    const waiting = untilDatabaseAnswers(fail(refused), silent, ending.signal);
    ending.abort();
    await expect(waiting).rejects.toThrow('aborted');
  });
});

describe.runIf(isBuilt)('startup', () => {
  let dataDir: string;
  const products: Product[] = [];
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'kestrel-start-'));
    return () => rm(dataDir, { recursive: true, force: true });
  });
  afterEach(async () => {
    for (const { child, exitCode } of products.splice(0)) {
      child.kill('SIGKILL');
      await exitCode;
    }
  });

  function start(env: Record<string, string>, folder?: string): Product {
    const settings = {
      AUTH_SECRET: 'a secret of the tests alone, long enough',
      SMTP_URL: 'smtp://127.0.0.1:1',
      ...env,
    };
    const product = startProduct(dataDir, settings, folder);
    products.push(product);
    return product;
  }

  const databaseUrl = (change: (url: URL) => void) => {
    const url = new URL(inject('databaseUrl'));
    change(url);
    return url.href;
  };

  it.each([
    [
      'read-only',
      'set default_transaction_read_only = on',
      'reset default_transaction_read_only',
      /Waiting for the database: the database at DATABASE_URL is read-only, .* \(25006: /,
    ],
    [
      'closed to connections',
      'with allow_connections false',
      'with allow_connections true',
      /Waiting for the database: the database at DATABASE_URL accepts no connections \(55000: /,
    ],
  ])(
    'on a database that is %s waits for it, and can be stopped in the meantime',
    async (_, close, open, words) => {
      const database = await createTestDatabase();
      const admin = connect(inject('databaseUrl'), { max: 1 });
      onTestFinished(async () => {
        await admin.end();
        await database.drop();
      });
      const name = new URL(database.url).pathname.slice(1);
      await admin.unsafe(`alter database ${name} ${close}`);
      const stopped = start({ DATABASE_URL: database.url });
      const product = start({ DATABASE_URL: database.url });
      for (const { said } of [stopped, product]) await until(() => words.test(said()));
      stopped.child.kill('SIGTERM');
      expect(await stopped.exitCode).toBe(0);
      await admin.unsafe(`alter database ${name} ${open}`);
      const site = await product.url;
      expect(product.said()).not.toMatch(/Cannot start|\n\s+at /);
      expect((await fetch(`${site}/readyz`)).status).toBe(200);
    },
  );

  it('reports a database with another encoding, and leaves it empty', async () => {
    const admin = connect(inject('databaseUrl'), { max: 1 });
    const name = `test_latin_${process.pid}`;
    await admin.unsafe(
      `create database ${name} encoding 'LATIN1' locale_provider libc lc_collate 'C' lc_ctype 'C' template template0`,
    );
    onTestFinished(async () => {
      await admin.unsafe(`drop database ${name} with (force)`);
      await admin.end();
    });
    const url = databaseUrl((one) => {
      one.pathname = `/${name}`;
    });
    const product = start({ DATABASE_URL: url });
    expect(await product.exitCode).toBe(78);
    expect(product.said()).toMatch(
      /^Cannot start: DATABASE_URL: the encoding of the database is LATIN1, .*--encoding=UTF8/m,
    );
    const sql = connect(url, { max: 1 });
    expect(await sql`select from pg_namespace where nspname = 'drizzle'`).toHaveLength(0);
    expect(await checkDatabase(createDatabase(sql))).toMatchObject({ state: 'failed' });
    await sql.end();
  });

  it('reports a database of another program, and does not change it', async () => {
    const database = await createEmptyDatabase();
    const sql = connect(database.url, { max: 1 });
    onTestFinished(async () => {
      await sql.end();
      await database.drop();
    });
    await sql`create table posts (id int)`;
    const product = start({ DATABASE_URL: database.url });
    expect(await product.exitCode).toBe(78);
    expect(product.said()).toMatch(
      /^Cannot start: DATABASE_URL: the database is used by something else \(relation "posts" already exists\); .*createdb$/m,
    );
    const tables = await sql`select relname from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`;
    expect(tables.map(({ relname }) => relname)).toEqual(['posts']);
  });

  it('reports an embedded database created before 1.0.0, and does not change it', async () => {
    const open = () => startEmbeddedPostgres({ dataDir, durable: false, log: () => {} });
    const made = await open();
    await migrate(made.url);
    const sql = connect(made.url, { max: 1 });
    await sql`update drizzle.__drizzle_migrations set created_at = 1700000000000`;
    await sql.end();
    await made.stop();
    const product = start({});
    expect(await product.exitCode).toBe(78);
    expect(product.said()).toMatch(
      /^Cannot start: The database was made before version 1\.0\.0 .*set DATABASE_URL to a new, empty database/m,
    );
    const again = await open();
    const look = connect(again.url, { max: 1 });
    expect(await look`select from settings`).toHaveLength(0);
    await look.end();
    await again.stop();
  });

  it('from another folder reads the .env file of that folder', async () => {
    const database = await createTestDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'kestrel-elsewhere-'));
    onTestFinished(async () => {
      await database.drop();
      await rm(folder, { recursive: true });
    });
    await writeFile(join(folder, '.env'), `DATABASE_URL=${database.url}\n`);
    const site = await start({}, folder).url;
    expect((await fetch(`${site}/readyz`)).status).toBe(200);
  });

  it.each<[string, () => Record<string, string>, RegExp]>([
    [
      'a wrong password',
      () => ({
        DATABASE_URL: databaseUrl((url) => {
          url.password = 'wrong';
        }),
      }),
      /^Cannot start: DATABASE_URL: the database refuses this user name or password \(28P01.*\)$/m,
    ],
    [
      'a missing database',
      () => ({
        DATABASE_URL: databaseUrl((url) => {
          url.pathname = '/nowhere';
        }),
      }),
      /^Cannot start: DATABASE_URL: there is no such database; .*"nowhere".*$/m,
    ],
    [
      'an address of another machine',
      () => ({ HOST: '192.0.2.1' }),
      /^Cannot start: HOST is 192\.0\.2\.1, which is no address of this machine/m,
    ],
    [
      'an unknown host name',
      () => ({ HOST: 'foo.invalid' }),
      /^Cannot start: HOST is foo\.invalid/m,
    ],
    [
      'a missing settings file',
      () => ({ ENV_FILE: '/nowhere/kestrel.env' }),
      /^Cannot start: ENV_FILE names \/nowhere\/kestrel\.env, which is not there/m,
    ],
  ])('fails permanently with %s, and names the setting', async (_, env, words) => {
    const product = start(env());
    expect(await product.exitCode).toBe(78);
    expect(product.said()).toMatch(words);
    expect(product.said()).not.toMatch(/\n\s+at /);
  });

  it('logs settings that are probably misspelled', async () => {
    const database = await createTestDatabase();
    onTestFinished(() => database.drop());
    const product = start({ DATABASE_URL: database.url, TRUSTPROXY: '1', LOG_LEVEL: 'warn' });
    await product.url;
    await until(() => /TRUSTPROXY is no setting, .* is TRUST_PROXY meant/.test(product.said()));
    product.child.kill('SIGTERM');
    expect(await product.exitCode).toBe(0);
  });
});
