import { spawn } from 'node:child_process';
import { open, writeFile } from 'node:fs/promises';

import type { Sql } from 'postgres';

import { BackupError, differentVersion, readVersion } from './tables';

interface Ended {
  code: number;
  stdout: string;
  /** The last line of what it wrote to stderr. */
  problem: string;
}

/** Runs one of PostgreSQL's programs. @returns undefined where it is not installed */
function run(program: string, args: string[], url?: string): Promise<Ended | undefined> {
  const { address, password } = url ? withoutPassword(url) : { address: '', password: '' };
  const child = spawn(program, [...args, ...(address ? [`--dbname=${address}`] : [])], {
    // Every user of the machine can list the arguments of its programs, but not their environment.
    env: { ...process.env, LC_ALL: 'C', ...(password && { PGPASSWORD: password }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? resolve(undefined) : reject(error),
    );
    child.once('close', (code) =>
      resolve({
        code: code ?? 1,
        stdout,
        problem:
          stderr
            .trim()
            .split('\n')
            .at(-1)
            ?.replace(/^\w+: (error: )?/, '') ?? '',
      }),
    );
  });
}

function withoutPassword(url: string): { address: string; password: string } {
  const parsed = new URL(url);
  const password = decodeURIComponent(parsed.password);
  parsed.password = '';
  return { address: parsed.href, password };
}

/** @throws BackupError with what the program said */
async function runWell(program: string, args: string[], url?: string): Promise<string> {
  const ended = await run(program, args, url);
  if (!ended) {
    throw new BackupError(
      `This file was written by pg_dump, and ${program} is not installed: install PostgreSQL's client programs`,
    );
  }
  if (ended.code !== 0) throw new BackupError(`${program} says: ${ended.problem}`);
  return ended.stdout;
}

/**
 * Whether a backup is written by `pg_dump`, as `deploy/backup.sh` writes it: where it is installed and not older than the server,
 * which it refuses, and where all content is in the database.
 */
export async function canPgDump(sql: Sql): Promise<boolean> {
  const [server] = await sql<[{ major: number; away: boolean }]>`
    select current_setting('server_version_num')::int / 10000 as major,
      exists (select from files where store = 's3') or exists (select from media where bytes is null) as away`;
  if (server.away) return false;
  const ended = await run('pg_dump', ['--version']);
  const major = Number(/\d+/.exec(ended?.stdout ?? '')?.[0] ?? 0);
  return major >= server.major;
}

/** Writes a dump and reads all of it back. */
export async function writePgDump(url: string, path: string): Promise<void> {
  // For its owner alone: pg_dump keeps the rights of a file that is there.
  await writeFile(path, '', { mode: 0o600 });
  await runWell(
    'pg_dump',
    ['--format=custom', '--no-owner', '--no-privileges', `--file=${path}`],
    url,
  );
  await runWell('pg_restore', ['--file=/dev/null', path]);
}

/** Tells a dump of `pg_dump` by its first bytes. */
export async function isPgDump(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(5), 0, 5, 0);
    return buffer.toString('latin1', 0, bytesRead) === 'PGDMP';
  } finally {
    await file.close();
  }
}

/** The checksum of the newest migration that a dump names. @throws BackupError for one of another program's database */
export async function versionOfPgDump(path: string): Promise<string> {
  const rows = await runWell('pg_restore', [
    '--data-only',
    '--schema=drizzle',
    '--table=__drizzle_migrations',
    '--file=-',
    path,
  ]);
  const newest = rows
    .split('\n')
    .flatMap((line) => {
      const [, id, hash] = /^(\d+)\t([0-9a-f]{64})\t/.exec(line) ?? [];
      return id && hash ? [{ id: Number(id), hash }] : [];
    })
    .sort((one, other) => one.id - other.id)
    .at(-1);
  if (!newest) throw new BackupError('This is a dump, but none of this product');
  return newest.hash;
}

/** Fills an empty database from a dump: as a whole, or not at all. */
export async function restorePgDump(
  sql: Sql,
  url: string,
  path: string,
  version: string,
): Promise<void> {
  const [{ isMigrated }] = await sql<[{ isMigrated: boolean }]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as "isMigrated"`;
  const found = isMigrated ? await sql.begin(readVersion) : version;
  if (found !== version) throw differentVersion();
  await runWell(
    'pg_restore',
    [
      '--no-owner',
      '--no-privileges',
      '--exit-on-error',
      '--single-transaction',
      ...(isMigrated ? ['--clean', '--if-exists'] : []),
      path,
    ],
    url,
  );
}
