import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as runMigrations } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';

import type { Sql } from './client';
import { connectionOptions } from './connection-options';
import { databaseProblemOf } from './problems';
import { applyFunctions, type FunctionFiles, functionFiles, hashOf } from './sql-functions';

/**
 * Id of the advisory lock. The number is arbitrary, but the same in every instance, so that only one migrates at a
 * time.
 */
export const migrationLock = 7_215_482_019;

const lookEveryMs = 200;
const lookForLocksEveryMs = 1_000;
const sayAfterMs = 3_000;

/** List of migrations in the format of drizzle-kit: `tag` is the name of the file, `when` its number. */
export interface Journal {
  entries: { tag: string; when: number }[];
}

export async function readJournal(folder = 'drizzle'): Promise<Journal> {
  return JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8')) as Journal;
}

/** Returns the numbers of this version's migrations, oldest first, in milliseconds since 1970. */
export async function knownMigrations(folder = 'drizzle'): Promise<number[]> {
  const { entries } = await readJournal(folder);
  return entries.map(({ when }) => when).sort((one, other) => one - other);
}

/** Error message for a database whose first migration is not the baseline. */
export const beforeBaseline =
  'The database was made before version 1.0.0 and cannot be upgraded: set DATABASE_URL to a new, empty database or, without DATABASE_URL, DATA_DIR to a new folder';

/**
 * Returns whether the database has the newest migration and the functions of this version, or newer ones. Runs one
 * query, so that most starts need neither a lock nor an additional connection. Returns false if the query fails,
 * because migrating then reports the reason.
 */
export async function isMigrated(sql: Sql): Promise<boolean> {
  const known = await knownMigrations();
  try {
    const [found] = await sql<{ first: string; last: string; hash: string; version: string }[]>`
      select min(created_at) as first, max(created_at) as last,
        (select hash from drizzle.functions) as hash,
        (select migration from drizzle.functions) as version
      from drizzle.__drizzle_migrations`;
    const newest = known.at(-1) ?? 0;
    return (
      Number(found?.first) === known[0] &&
      Number(found?.last) >= newest &&
      (found?.hash === hashOf(functionFiles) || Number(found?.version) > newest)
    );
  } catch {
    // An empty database does not have these tables.
    return false;
  }
}

/** Rejects a database that was created before the baseline. @throws Error with a line for the operator */
async function rejectBeforeBaseline(sql: postgres.Sql, baseline: number | undefined) {
  const [table] = await sql<[{ exists: boolean }]>`
    select to_regclass('drizzle.__drizzle_migrations') is not null as exists`;
  if (!table.exists) return;
  const [found] = await sql<{ first: string | null }[]>`
    select min(created_at) as first from drizzle.__drizzle_migrations`;
  if (found?.first && Number(found.first) !== baseline) throw new Error(beforeBaseline);
}

/** Returns why the encoding of a database cannot store all text; undefined for UTF-8. */
export function encodingProblem(encoding: string): string | undefined {
  if (encoding === 'UTF8') return undefined;
  return `DATABASE_URL: the encoding of the database is ${encoding}, and it cannot hold every name and text; make one with createdb --encoding=UTF8 --template=template0`;
}

/** Rejects a database with another encoding before any write. @throws Error with a line for the operator */
export async function rejectOtherEncoding(sql: Sql): Promise<void> {
  const [row] = await sql<{ encoding: string }[]>`
    select current_setting('server_encoding') as encoding`;
  const problem = encodingProblem(row?.encoding ?? '');
  if (problem) throw new Error(problem);
}

/** Migrates the database at `url` to this version. Instances that start at the same time wait for each other. */
export async function migrate(
  url: string,
  options: {
    folder?: string;
    /** Functions to create; undefined to leave the functions in the database unchanged. */
    functions?: FunctionFiles | undefined;
    /** Receives a line if migrating takes long. */
    say?: (line: string) => void;
  } = {},
): Promise<void> {
  const { folder = 'drizzle', say = () => {} } = options;
  const functions = 'functions' in options ? options.functions : functionFiles;
  const { connection, ...target } = connectionOptions(url);
  const sql = postgres({
    connect_timeout: 10,
    ...target,
    max: 1,
    onnotice: () => {},
    // The role may have a statement timeout for users of a pooler. This timeout would be too short for a migration.
    connection: { application_name: 'kestrel', statement_timeout: 0, ...connection },
  });
  let stopWatching = async () => {};
  try {
    await takeLock(sql, say);
    const known = await knownMigrations(folder);
    stopWatching = await watchLocks(url, sql, say);
    await rejectBeforeBaseline(sql, known[0]);
    // The explicit type argument is faster, because inferring it makes the type checker compare the whole query builder.
    await runMigrations<Record<string, never>>(drizzle(sql), { migrationsFolder: folder });
    if (functions) await applyFunctions(sql, known.at(-1) ?? 0, functions);
  } catch (error) {
    throw migrationError(error);
  } finally {
    await stopWatching();
    await sql.end({ timeout: 5 });
  }
}

/** SQLSTATEs for an object that already exists: a table, an index, a type or a function. */
const taken = new Set(['42P07', '42710', '42723']);

/** Explains a failed migration. All migrations run in one transaction, so a failure leaves the database unchanged. */
function migrationError(error: unknown): unknown {
  if (databaseProblemOf(error)) return error;
  if (error instanceof postgres.PostgresError) {
    const words = `the functions of the database could not be replaced; the next start tries again (${error.code}: ${error.message})`;
    return new Error(words, { cause: error });
  }
  const { cause } = error as Error;
  if (!(cause instanceof postgres.PostgresError)) return error;
  if (taken.has(cause.code)) {
    const words = `DATABASE_URL: the database is used by something else (${cause.message}); give this product one of its own, made with createdb`;
    return new Error(words, { cause });
  }
  return new Error(
    `a migration failed, and the database is as it was before (${cause.code}: ${cause.message})`,
    { cause },
  );
}

/** Reports the connection whose lock a migration waits for, such as an open transaction in psql. */
async function watchLocks(
  url: string,
  migrating: postgres.Sql,
  say: (line: string) => void,
): Promise<() => Promise<void>> {
  const [own] = await migrating<[{ pid: number }]>`select pg_backend_pid() as pid`;
  const watching = postgres({
    connect_timeout: 5,
    ...connectionOptions(url),
    max: 1,
    onnotice: () => {},
  });
  const ending = new AbortController();
  const { signal } = ending;
  let said = '';
  const look = async () => {
    const holders = await watching<{ pid: number; program: string; state: string }[]>`
      select pid, application_name as program, state from pg_stat_activity
      where pid = any(pg_blocking_pids(${own.pid})) order by pid`;
    const named = holders.map(({ pid, program, state }) => `${pid} (${program || '?'}, ${state})`);
    if (named.length === 0 || named.join() === said) return;
    said = named.join();
    say(
      `The migration waits for a lock of the database's process ${named.join(' and ')}; end it with select pg_terminate_backend(PID) where it goes on`,
    );
  };
  const watch = async () => {
    await delay(sayAfterMs, undefined, { signal });
    for (;;) {
      await look();
      await delay(lookForLocksEveryMs, undefined, { signal });
    }
  };
  // The watcher only reports, so the migration continues if it fails.
  const watched = watch().catch(() => {});
  return async () => {
    ending.abort();
    await watched;
    await watching.end({ timeout: 1 });
  };
}

/** Polls for the lock, because a blocking statement would keep waiting on the server after its process was killed. */
async function takeLock(sql: postgres.Sql, say: (line: string) => void): Promise<void> {
  const begunAt = performance.now();
  let hasSaid = false;
  for (;;) {
    const [row] = await sql<[{ taken: boolean }]>`
      select pg_try_advisory_lock(${migrationLock}) as taken`;
    if (row.taken) return;
    if (!hasSaid && performance.now() - begunAt > sayAfterMs) {
      hasSaid = true;
      const holders = await sql<{ pid: number }[]>`
        select pid from pg_locks where locktype = 'advisory' and granted
          and database = (select oid from pg_database where datname = current_database())
          and (classid::bigint << 32 | objid::bigint) = ${migrationLock}`;
      say(
        `Waiting until another instance has migrated the database (its connection there has the process id ${holders.map(({ pid }) => pid).join(', ')})`,
      );
    }
    await delay(lookEveryMs);
  }
}
