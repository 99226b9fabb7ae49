import { execFile } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync } from 'node:fs';
import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { connect } from '~/server/platform/db/client';
import { isMigrated, migrate } from '~/server/platform/db/migrate';

const execute = promisify(execFile);

/** A server of the version of this machine's `pg_dump`, which refuses newer ones: that of the tests may be one. */
const installed = '/usr/lib/postgresql';
const [version] = existsSync(installed) ? readdirSync(installed) : [];
const bin = join(installed, version ?? '', 'bin');
const canRun =
  existsSync(join(bin, 'initdb')) &&
  existsSync(join(bin, 'pg_dump')) &&
  existsSync('dist/server/backup.js');

let folder: string;
let port: number;
/** PostgreSQL does not run as root. */
let identity: { uid: number; gid: number } | undefined;

const program = (name: string, args: string[]) => execute(join(bin, name), args, { ...identity });
const urlOf = (name: string) => `postgres://kestrel:secret@127.0.0.1:${port}/${name}`;

async function createDatabase(name: string): Promise<string> {
  const sql = connect(urlOf('postgres'), { max: 1 });
  await sql.unsafe(`create database ${name}`);
  await sql.end();
  return urlOf(name);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function run(command: 'backup' | 'restore', file: string, url: string) {
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    ENV_FILE: '',
    DATABASE_URL: url,
    AUTH_SECRET: 'a secret of the tests alone, long enough',
    DEMO_MODE: 'on',
  };
  return execute(process.execPath, ['dist/server/backup.js', command, file], { env }).then(
    ({ stdout }) => ({ code: 0, said: stdout.trim() }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr.trim() }),
  );
}

async function addMessage(url: string, message: string): Promise<void> {
  const sql = connect(url, { max: 1 });
  await sql`insert into contact_messages (first_name, last_name, email, service, message)
    values ('Ada', 'Byron', 'ada@example.com', 'website', ${message})`;
  await sql.end();
}

async function messagesOf(url: string) {
  const sql = connect(url, { max: 1 });
  const messages = await sql`select message from contact_messages`;
  const isWhole = await isMigrated(sql);
  await sql.end();
  return { messages: messages.map(({ message }) => message), isMigrated: isWhole };
}

describe.runIf(canRun)('a backup where pg_dump is installed', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kestrel-pg-dump-'));
    if (process.getuid?.() === 0) {
      const [, , uid, gid] =
        /^postgres:.*$/m.exec(await readFile('/etc/passwd', 'utf8'))?.[0].split(':') ?? [];
      identity = { uid: Number(uid), gid: Number(gid) };
      chownSync(folder, identity.uid, identity.gid);
    }
    port = await freePort();
    const data = join(folder, 'data');
    await program('initdb', ['-D', data, '-A', 'trust', '-U', 'kestrel']);
    const settings = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c fsync=off`;
    await program('pg_ctl', ['-D', data, '-o', settings, '-l', join(folder, 'log'), '-w', 'start']);
  }, 60_000);
  afterAll(async () => {
    await program('pg_ctl', ['-D', join(folder, 'data'), '-m', 'immediate', 'stop']);
    await rm(folder, { recursive: true, force: true });
  });

  it('is a dump for its owner alone, which restore brings back and compares versions of', async () => {
    const url = await createDatabase('source');
    await migrate(url);
    await addMessage(url, 'tab\t, line\n, "quotes", 名前 🙂');
    const file = join(folder, 'all.dump');
    expect(await run('backup', file, url)).toEqual({
      code: 0,
      said: expect.stringContaining(`as pg_dump writes it, to ${file}`),
    });
    expect((await readFile(file)).toString('latin1', 0, 5)).toBe('PGDMP');
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const target = await createDatabase('target');
    expect(await run('restore', file, target)).toMatchObject({ code: 0 });
    const whole = { messages: ['tab\t, line\n, "quotes", 名前 🙂'], isMigrated: true };
    expect(await messagesOf(target)).toEqual(whole);
    expect(await run('restore', file, target)).toEqual({
      code: 1,
      said: expect.stringContaining('The database is not empty: there are rows in'),
    });

    // What a start has migrated holds no rows, and is empty all the same.
    const migrated = await createDatabase('migrated');
    await migrate(migrated);
    expect(await run('restore', file, migrated)).toMatchObject({ code: 0 });
    expect(await messagesOf(migrated)).toEqual(whole);
  }, 60_000);

  it.each([
    ['cut short', 'cut', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2)],
    ['damaged within', 'damaged', (bytes: Buffer) => Buffer.from(bytes).fill(0, 6, 200)],
  ])(
    'that is %s changes nothing',
    async (_, name, damage) => {
      const url = await createDatabase(`${name}_source`);
      await migrate(url);
      await addMessage(url, 'x');
      const file = join(folder, `${name}.dump`);
      await run('backup', file, url);
      await writeFile(file, damage(await readFile(file)));
      const target = await createDatabase(name);
      expect(await run('restore', file, target)).toEqual({
        code: 1,
        said: expect.stringMatching(/^pg_restore says: [^\n]+$/),
      });
      const sql = connect(target, { max: 1 });
      expect(await sql`select 1 from pg_tables where schemaname = 'public'`).toEqual([]);
      await sql.end();
    },
    60_000,
  );

  it('of another program is not restored', async () => {
    const url = await createDatabase('other');
    const file = join(folder, 'other.dump');
    await program('pg_dump', ['--format=custom', `--file=${file}`, `--dbname=${url}`]);
    expect(await run('restore', file, url)).toEqual({
      code: 1,
      said: 'This is a dump, but none of this product',
    });
  });
});
