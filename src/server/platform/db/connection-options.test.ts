import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { selfSignedCertificate } from '~/testing/certificates';
import { createTestDatabase, type TestDatabase } from '~/testing/database';
import { listenLocally } from '~/testing/servers';
import { connect } from './client';
import { parseDatabaseUrl } from './connection-options';
import { databaseProblemOf } from './problems';

describe('a database URL', () => {
  const parts = (url: string) => {
    const { host, port, path, database, username, password } = parseDatabaseUrl(url).options;
    return [path ?? host?.[0], port?.[0], database, username, password];
  };

  it.each([
    ['postgres://u:p@db.example:6432/app', ['db.example', 6432, 'app', 'u', 'p']],
    ['POSTGRESQL://db.example', ['db.example', 5432, undefined, undefined, undefined]],
    ['postgres://u@h/app', ['h', 5432, 'app', 'u', undefined]],
    ['postgres://u%40x:p%3A%2F%23@h/app', ['h', 5432, 'app', 'u@x', 'p:/#']],
    ['postgres://u:a:b@h/app', ['h', 5432, 'app', 'u', 'a:b']],
    ['postgres://u:p@[::1]:5811/app', ['::1', 5811, 'app', 'u', 'p']],
    ['postgres://[2001:db8::7]/app', ['2001:db8::7', 5432, 'app', undefined, undefined]],
    ['postgres://h/we%20ird-%C3%9C', ['h', 5432, 'we ird-Ü', undefined, undefined]],
    ['postgres://h/we ird-Ü', ['h', 5432, 'we ird-Ü', undefined, undefined]],
    ['postgres://h/a%2Fb?user=u+1&password=p%26q', ['h', 5432, 'a/b', 'u+1', 'p&q']],
    ['postgres://h:1/app?port=2&host=i&dbname=other', ['i', 2, 'other', undefined, undefined]],
    ['postgresql://u:pw@/db?host=/f&port=5811', ['/f/.s.PGSQL.5811', 5811, 'db', 'u', 'pw']],
    ['postgres:///db?host=/f&user=u&password=p', ['/f/.s.PGSQL.5432', 5432, 'db', 'u', 'p']],
    ['postgres://u@%2Fvar%2Frun:6/db', ['/var/run/.s.PGSQL.6', 6, 'db', 'u', undefined]],
    ['postgres:///', [undefined, undefined, undefined, undefined, undefined]],
  ])('%s has host, port, database, user and password', (url, expected) => {
    expect(parts(url)).toEqual(expected);
  });

  it.each([
    ['', false],
    ['sslmode=disable', false],
    ['sslmode=allow', 'prefer'],
    ['sslmode=prefer', 'prefer'],
    ['sslmode=require&channel_binding=require', 'require'],
    ['sslmode=no-verify', 'require'],
    ['ssl=require', 'require'],
    ['ssl=true&sslmode=require', 'require'],
    ['sslmode=verify-ca', { host: 'db.example' }],
    ['ssl=true', { host: 'db.example' }],
    ['sslrootcert=system', { host: 'db.example' }],
    ['sslmode=require&host=/folder', false],
  ])('%s uses TLS as %j', (query, ssl) => {
    expect(parseDatabaseUrl(`postgres://u:p@db.example/app?${query}`).options.ssl).toEqual(ssl);
  });

  it('passes session settings and the timeout, and lists parameters that are not used', () => {
    const { options, ignored, saysPooler } = parseDatabaseUrl(
      'postgres://h/d?options=-c%20search_path%3D%22%24user%22%2Cpublic&timezone=UTC&connect_timeout=7&target_session_attrs=read-write&schema=app&pgbouncer=true&schema=app&uselibpqcompat=true',
    );
    expect(options).toMatchObject({
      connection: { options: '-c search_path="$user",public', timezone: 'UTC' },
      ...{ connect_timeout: 7, target_session_attrs: 'read-write' },
    });
    expect([ignored, saysPooler]).toEqual([['schema', 'schema', 'uselibpqcompat'], true]);
    const known = 'schema=public&target_session_attrs=any&sslsni=1&channel_binding=prefer';
    expect(parseDatabaseUrl(`postgres://h/d?${known}`)).toMatchObject({ ignored: [] });
  });
});

describe('connections', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const withParams = (params: Record<string, string>) => {
    const query = Object.entries(params).map(
      ([name, value]) => `${name}=${encodeURIComponent(value)}`,
    );
    return `${database.url}${database.url.includes('?') ? '&' : '?'}${query.join('&')}`;
  };

  it('reach a database whose name has a space and characters of any language', async () => {
    const admin = connect(database.url, { max: 1 });
    await admin.unsafe('create database "we ird-Ü"');
    const url = new URL(database.url);
    url.pathname = '/we%20ird-%C3%9C';
    url.searchParams.set('schema', 'strange');
    const sql = connect(url.href, { max: 1 });
    try {
      expect(await sql`select current_database() as name`).toEqual([{ name: 'we ird-Ü' }]);
    } finally {
      await sql.end();
      await admin.unsafe('drop database "we ird-Ü"');
      await admin.end();
    }
  });

  it.each(['-c nonsense=1', 'nonsense'])(
    'with the options %s fail with a line that names the variable',
    async (options) => {
      const sql = connect(withParams({ options }), { max: 1 });
      const error = await sql`select 1`.catch((reason: unknown) => reason);
      await sql.end();
      expect(databaseProblemOf(error)).toMatchObject({
        line: expect.stringMatching(/^DATABASE_URL: the database refuses its options/),
        isLasting: true,
      });
    },
  );

  it('refuse a read-only server if target_session_attrs is read-write', async () => {
    const url = withParams({
      target_session_attrs: 'read-write',
      options: '-c default_transaction_read_only=on',
    });
    const sql = connect(url, { max: 1 });
    const error = await sql`select 1`.catch((reason: unknown) => reason);
    await sql.end({ timeout: 1 });
    expect(databaseProblemOf(error)?.line).toMatch(/target_session_attrs/);
  });
});

const certificate = selfSignedCertificate();

describe.skipIf(!certificate)('a database with a certificate from a private authority', () => {
  const folder = mkdtempSync(join(tmpdir(), 'authority-'));
  const file = join(folder, 'ca.pem');
  /** First bytes that the server receives over TLS. */
  let received: string[] = [];
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write('S');
      const secure = new TLSSocket(socket, { isServer: true, ...certificate });
      secure.on('error', () => {});
      secure.once('data', (bytes) => {
        received = bytes.toString('latin1').split('\0');
        secure.destroy();
      });
    });
  });
  let port = 0;
  beforeAll(async () => {
    writeFileSync(file, certificate?.cert ?? '');
    port = await listenLocally(server);
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  const attempt = async (query: string) => {
    received = [];
    const sql = connect(`postgres://ada@127.0.0.1:${port}/app?${query}`, { max: 1 });
    const error = await sql`select 1`.catch((reason: unknown) => reason);
    await sql.end({ timeout: 1 });
    return { isConnected: received.includes('ada'), problem: databaseProblemOf(error) };
  };

  it.each(['sslmode=require', `sslmode=verify-ca&sslrootcert=${file}`])(
    'is connected to with %s',
    async (query) => {
      expect(await attempt(query)).toMatchObject({ isConnected: true });
    },
  );

  it('is refused with verify-full, with a line that says what to do', async () => {
    expect(await attempt('sslmode=verify-full')).toMatchObject({
      isConnected: false,
      problem: {
        isLasting: true,
        line: expect.stringMatching(/^DATABASE_URL: .*; add sslrootcert=FILE/),
      },
    });
  });

  it('is refused if the certificate names another host', async () => {
    expect(await attempt(`sslmode=verify-full&sslrootcert=${file}`)).toMatchObject({
      isConnected: false,
      problem: {
        isLasting: true,
        line: expect.stringMatching(
          /^DATABASE_URL: the certificate of the database is for another host/,
        ),
      },
    });
  });
});
