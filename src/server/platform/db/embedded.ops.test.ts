import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded';

const log = () => {};
const isRoot = process.getuid?.() === 0;

async function ask<T>(url: string, run: (sql: postgres.Sql) => Promise<T>): Promise<T> {
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => {} });
  try {
    return await run(sql);
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const countNotes = (url: string) =>
  ask(url, async (sql) => Number((await sql`select count(*) as n from notes`)[0]?.n));
const postmasterOf = async (dataDir: string) =>
  Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);

/** Starts another process of the app, which the test kills with SIGKILL. */
async function startElsewhere(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  const module = fileURLToPath(new URL('./embedded.ts', import.meta.url));
  const script = `
    import { runnerImport } from 'vite';
    const { module } = await runnerImport(${JSON.stringify(module)});
    const { url } = await module.startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log() {} });
    process.stdout.write(url + '\\n');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = await once(child.stdout, 'data');
  return { child, url: String(url).trim() };
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

// mkdtemp creates folders with mode 0700. As root, every test therefore also covers a folder that PostgreSQL's user cannot
// traverse.
describe('startEmbeddedPostgres', { timeout: 30_000 }, () => {
  let home: string;
  let dataDir: string;
  let running: EmbeddedPostgres | undefined;

  const begin = async () => {
    running = await startEmbeddedPostgres({ dataDir, log });
    return running;
  };

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'kestrel-embedded-'));
    dataDir = join(home, 'data');
    const { url } = await begin();
    await ask(url, (sql) => sql`create table notes (body text)`);
  }, 30_000);

  afterAll(async () => {
    await running?.stop();
    await rm(home, { recursive: true, force: true });
  });

  it('starts in an empty folder with PostgreSQL 18, UTF-8, loopback only and crash-safe settings', async () => {
    const url = running?.url ?? '';
    expect(new URL(url).hostname).toBe('127.0.0.1');
    expect(new URL(url).pathname).toBe('/app');
    const rows = await ask(
      url,
      (sql) => sql`select name, setting from pg_settings
        where name in ('server_version', 'server_encoding', 'listen_addresses', 'fsync', 'synchronous_commit', 'full_page_writes', 'autovacuum', 'unix_socket_directories', 'jit')`,
    );
    expect(Object.fromEntries(rows.map((row) => [row.name, row.setting]))).toEqual({
      server_version: expect.stringMatching(/^18\./),
      server_encoding: 'UTF8',
      listen_addresses: '127.0.0.1',
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      autovacuum: 'on',
      unix_socket_directories: '',
      jit: 'off',
    });
    expect(
      await ask(url, async (sql) => (await sql`select upper('é, ğüneş') as text`)[0]?.text),
    ).toBe('É, ĞÜNEŞ');
  });

  it('keeps its password private and rejects connections without it', async () => {
    const { mode } = await stat(join(dataDir, 'postgres.password'));
    expect(mode & 0o777).toBe(0o600);
    const url = new URL(running?.url ?? '');
    url.password = 'wrong';
    await expect(ask(url.href, (sql) => sql`select 1`)).rejects.toMatchObject({ code: '28P01' });
  });

  it('refuses a second instance on the same folder with a one-line error', async () => {
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(
      new Error(`DATA_DIR ${dataDir} is in use by process ${process.pid}`),
    );
  });

  it.each([
    ['a file', (folder: string) => join(folder, 'file'), 'is a file or inside one: name a folder'],
    [
      'a path in a file',
      (folder: string) => join(folder, 'file/a'),
      'is a file or inside one: name a folder',
    ],
    [
      'a path that takes no folders',
      () => '/sys/kestrel',
      'cannot be created: the folder around it belongs to another user, or takes no folders',
    ],
  ])('refuses %s as its folder with the reason', async (_, pathIn, reason) => {
    await writeFile(join(home, 'file'), '');
    const path = pathIn(home);
    await expect(startEmbeddedPostgres({ dataDir: path, log })).rejects.toThrow(
      new Error(`DATA_DIR ${path} ${reason}`),
    );
  });

  it('refuses the data of another major version with a one-line error and changes nothing', async () => {
    await running?.stop();
    const file = join(dataDir, 'postgres/PG_VERSION');
    const version = await readFile(file, 'utf8');
    await writeFile(file, '17\n');
    try {
      await expect(begin()).rejects.toThrow(
        /^DATA_DIR \S+ holds a database of PostgreSQL 17, and this version comes with PostgreSQL 18\. .*npm run restore -- FILE"$/,
      );
      expect(await readFile(file, 'utf8')).toBe('17\n');
    } finally {
      await writeFile(file, version);
    }
    const { url } = await begin();
    expect(await countNotes(url)).toBe(0);
  });

  it('keeps its data after a clean stop and restart', async () => {
    await ask(running?.url ?? '', (sql) => sql`insert into notes values ('kept')`);
    const before = running?.url ?? '';
    await running?.stop();
    await running?.stop();
    await expect(countNotes(before)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await expect(stat(join(dataDir, 'instance.lock'))).rejects.toThrow();
    const { url } = await begin();
    expect(await countNotes(url)).toBe(1);
  });

  it('recovers committed data after PostgreSQL is killed', async () => {
    await ask(running?.url ?? '', (sql) => sql`insert into notes values ('acknowledged')`);
    process.kill(await postmasterOf(dataDir), 'SIGKILL');
    await running?.stop();
    const { url } = await begin();
    expect(await countNotes(url)).toBe(2);
  });

  it('takes over a server that a killed process left running, unless its owner is alive', async () => {
    await running?.stop();
    const other = await startElsewhere(dataDir);
    const pid = await postmasterOf(dataDir);
    await expect(startEmbeddedPostgres({ dataDir, log })).rejects.toThrow(
      `is in use by process ${other.child.pid}`,
    );
    await kill(other.child);

    const { url, stop } = await begin();
    expect(url).toBe(other.url);
    expect(await postmasterOf(dataDir)).toBe(pid);
    expect(await countNotes(url)).toBe(2);
    await stop();
    await expect(countNotes(url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('starts despite a lock of another machine and a reused server pid', async () => {
    await writeFile(
      join(dataDir, 'instance.lock'),
      JSON.stringify({ pid: process.pid, identity: 'another boot' }),
    );
    await writeFile(
      join(dataDir, 'postgres/postmaster.pid'),
      `${process.pid}\n${dataDir}/postgres\n1\n1\n\n127.0.0.1\n1 1\nready\n`,
    );
    const { url } = await begin();
    expect(await countNotes(url)).toBe(2);
  });

  it('reports PostgreSQL’s error when it cannot start', async () => {
    await running?.stop();
    const control = join(dataDir, 'postgres/postgresql.conf');
    const before = await readFile(control, 'utf8');
    await writeFile(control, `${before}\nno_such_setting = 1\n`);
    await expect(begin()).rejects.toThrow(/^PostgreSQL did not start: [\s\S]*no_such_setting/);
    await writeFile(control, before);
    expect(await countNotes((await begin()).url)).toBe(2);
  });

  it.skipIf(!isRoot)(
    'runs as root in a folder that only root can traverse (needs root)',
    async () => {
      await running?.stop();
      await chmod(dataDir, 0o700);
      expect((await stat(home)).mode & 0o777).toBe(0o700);
      expect((await stat(join(dataDir, 'postgres'))).uid).not.toBe(0);
      expect(await countNotes((await begin()).url)).toBe(2);
    },
  );

  it('creates a new database once its folder is deleted', async () => {
    await running?.stop();
    await rm(dataDir, { recursive: true });
    const { url } = await begin();
    expect(
      await ask(url, async (sql) => (await sql`select to_regclass('notes') as found`)[0]?.found),
    ).toBeNull();
  });
});

it.each([
  ['its socket', 'data', expect.stringMatching(/data\/postgres$/)],
  ['the loopback, in a folder too deep for a socket', 'd'.repeat(90), null],
] as const)(
  'an embedded database is reachable over %s if a socket is requested',
  async (_, folder, host) => {
    const home = await mkdtemp(join(tmpdir(), 'kestrel-socket-'));
    const { url, stop } = await startEmbeddedPostgres({
      dataDir: join(home, folder),
      log,
      durable: false,
      viaSocket: true,
    });
    try {
      expect(new URL(url).searchParams.get('host')).toEqual(host);
      const [row] = await ask(url, (sql) => sql`select inet_server_addr() is null as isLocal`);
      expect(row?.islocal).toBe(host !== null);
    } finally {
      await stop();
      await rm(home, { recursive: true, force: true });
    }
  },
);
