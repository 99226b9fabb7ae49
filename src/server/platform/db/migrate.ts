import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate as runMigrations } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';

import type { Sql } from './client';
import { databaseProblemOf } from './problems';

/** Any number; the same in every instance, so that only one migrates at a time. */
export const migrationLock = 7_215_482_019;

const lookEveryMs = 200;
const lookForLocksEveryMs = 1_000;
const sayAfterMs = 3_000;

/** The list that drizzle-kit keeps of migrations: `tag` is the name of the file, `when` its number. */
export interface Journal {
  entries: { tag: string; when: number }[];
}

export async function readJournal(folder = 'drizzle'): Promise<Journal> {
  return JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8')) as Journal;
}

/** The numbers of this version's migrations, in milliseconds since 1970. */
export async function knownMigrations(folder = 'drizzle'): Promise<number[]> {
  const { entries } = await readJournal(folder);
  return entries.map(({ when }) => when);
}

/**
 * Whether the newest migration is done, by one query: most starts need no lock and no connection of the migrations' own. False where the
 * database does not say; migrating reports why.
 */
export async function isMigrated(sql: Sql): Promise<boolean> {
  const known = await knownMigrations();
  try {
    const [last] = await sql<{ at: string }[]>`
      select created_at as at from drizzle.__drizzle_migrations order by created_at desc limit 1`;
    return Number(last?.at) >= Math.max(...known);
  } catch {
    // A new database has no such table.
    return false;
  }
}

/** Why a database cannot hold what people write; undefined where it can. */
export function encodingProblem(encoding: string): string | undefined {
  if (encoding === 'UTF8') return undefined;
  return `DATABASE_URL: the encoding of the database is ${encoding}, and it cannot hold every name and text; make one with createdb --encoding=UTF8 --template=template0`;
}

/** @throws Error with a line for the operator, before anything is written */
export async function rejectOtherEncoding(sql: Sql): Promise<void> {
  const [row] = await sql<{ encoding: string }[]>`
    select current_setting('server_encoding') as encoding`;
  const problem = encodingProblem(row?.encoding ?? '');
  if (problem) throw new Error(problem);
}

/**
 * Migrates the database at `url` to the newest schema. Instances that start together wait for each other.
 * @param say receives a line when that takes long
 */
export async function migrate(
  url: string,
  folder = 'drizzle',
  say: (line: string) => void = () => {},
): Promise<void> {
  const sql = postgres(url, {
    max: 1,
    onnotice: () => {},
    connect_timeout: 10,
    // Of the role, where a pooler's users have one: a migration takes its time.
    connection: { application_name: 'kestrel', statement_timeout: 0 },
  });
  let stopWatching = async () => {};
  try {
    await takeLock(sql, say);
    stopWatching = await watchLocks(url, sql, say);
    // With its type given: to infer it, the type check compares all of the query builder.
    await runMigrations<Record<string, never>>(drizzle(sql), { migrationsFolder: folder });
  } catch (error) {
    throw migrationError(error);
  } finally {
    await stopWatching();
    await sql.end({ timeout: 5 });
  }
}

/** What exists already: a table, an index, a type or a function. */
const taken = new Set(['42P07', '42710', '42723']);

/** All migrations are one transaction, so a failure leaves the database as it was. */
function migrationError(error: unknown): unknown {
  if (databaseProblemOf(error)) return error;
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
  const watching = postgres(url, { max: 1, onnotice: () => {}, connect_timeout: 5 });
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
  // Nothing depends on what it sees: a failure ends the watching alone.
  const watched = watch().catch(() => {});
  return async () => {
    ending.abort();
    await watched;
    await watching.end({ timeout: 1 });
  };
}

/** Asks again and again: a statement that waits goes on waiting at the server after its process was killed. */
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
