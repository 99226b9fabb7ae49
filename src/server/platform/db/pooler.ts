import postgres from 'postgres';

import type { Env } from '~/server/platform/env';
import { isLate, withTimeout } from '~/server/platform/timeout';
import { connect, type Sql } from './client';

/** What lies between the product and PostgreSQL at one URL. */
export interface Pooling {
  /** Settings of a session can be asked for with the connection; PgBouncer refuses most, in every mode. */
  takesSettings: boolean;
  /** The session behind the connection changes between transactions: no LISTEN, no session locks. */
  sharesSessions: boolean;
  /** A statement that was prepared in one transaction is there in the next. */
  keepsPrepared: boolean;
  /** The statement timeout of a connection that asks for none; 0 for none. */
  statementTimeoutMs: number;
  /** The server and database that answered, to compare two URLs. */
  database: string;
}

/** How the product reaches its database. */
export interface DatabaseAccess {
  /** For queries; may lead through a pooler. */
  url: string;
  /** For what needs a session of its own: LISTEN, migrations, advisory locks of a session. */
  directUrl: string;
  isPooled: boolean;
  /** Whether queries are prepared under a name. */
  prepare: boolean;
}

/** A pooler whose connections are all taken does not answer; neither does the product then. */
const patienceMs = 3_000;

/** How often a transaction of one connection is put between two of the other. */
const turnsMax = 5;

interface Session {
  pid: number;
  timeout: string;
  database: string;
}

/**
 * Finds out what a URL leads to, on two connections. A pooler gives each client a key of its own, so that the process id that the
 * client was told is not that of the server's process. One that shares sessions shows it when a transaction of the second connection
 * takes the session that the first one has just used.
 */
export async function probePooling(url: string): Promise<Pooling> {
  const open = (prepare: boolean) =>
    postgres(url, {
      max: 1,
      prepare,
      fetch_types: false,
      connect_timeout: 5,
      onnotice: () => {},
      connection: { application_name: 'kestrel' },
    });
  // Statements of the first one alone are prepared, the ends of its transactions included.
  const [first, second] = [open(true), open(false)];
  try {
    // Both are signed in before the sessions of transactions are compared.
    const [[row, told]] = await Promise.all([sessionOf(first), sessionOf(second)]);
    const sharing = await withTimeout(
      probeSharing(first, second, {
        pid: row.pid,
        isPooled: told !== row.pid,
      }),
      patienceMs,
    ).catch(
      // With the second connection in a transaction the first one waits: they share the pooler's only session.
      (error: unknown) => {
        if (told === row.pid || !isLate(error)) throw error;
        return { sharesSessions: true, keepsPrepared: false };
      },
    );
    return {
      takesSettings: !sharing.sharesSessions && (told === row.pid || (await takesSettings(url))),
      ...sharing,
      statementTimeoutMs: Number(row.timeout),
      database: row.database,
    };
  } finally {
    await Promise.all([first.end({ timeout: 0 }), second.end({ timeout: 0 })]);
  }
}

/**
 * Checks the configured URLs, so that a start which can never work says so.
 * @param warn receives what works but should be different
 * @throws Error with a message for the operator
 */
export async function checkDatabaseAccess(
  env: Pick<Env, 'DATABASE_DIRECT_URL' | 'DATABASE_PREPARE'> & { DATABASE_URL: string },
  warn: (line: string) => void,
): Promise<DatabaseAccess> {
  const url = env.DATABASE_URL;
  const directUrl = env.DATABASE_DIRECT_URL ?? url;
  let pooling = await probePooling(url);
  if (directUrl === url) {
    if (!pooling.takesSettings) throw new Error(poolerWithoutDirectUrl);
  } else {
    let direct = await probeDirect(directUrl);
    if (!direct.takesSettings) throw new Error(directUrlPooled);
    if (direct.database !== pooling.database) {
      // Once more: the server may have been restarted in between.
      [pooling, direct] = [await probePooling(url), await probeDirect(directUrl)];
      if (direct.database !== pooling.database) throw new Error(otherDatabase);
    }
  }
  if (env.DATABASE_PREPARE === 'on' && !pooling.keepsPrepared) throw new Error(preparedLost);
  if (!pooling.takesSettings && pooling.statementTimeoutMs === 0) {
    warn(`${noStatementTimeout.detail}. ${noStatementTimeout.action}`);
  }
  return {
    url,
    directUrl,
    isPooled: !pooling.takesSettings,
    prepare: env.DATABASE_PREPARE !== 'off' && pooling.keepsPrepared,
  };
}

/**
 * Opens the pool at the configured URL where nothing lies between: the connections that show it are the pool's first. Otherwise only
 * checks the URLs.
 * @throws as `checkDatabaseAccess`
 */
export async function openDatabase(
  env: Parameters<typeof checkDatabaseAccess>[0],
  warn: (line: string) => void,
): Promise<DatabaseAccess & { client?: Sql }> {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl = url } = env;
  if (directUrl === url) {
    const prepare = env.DATABASE_PREPARE !== 'off';
    const client = connect(url, { prepare });
    if (await isDirect(client)) return { url, directUrl, isPooled: false, prepare, client };
    await client.end({ timeout: 0 });
  }
  return checkDatabaseAccess(env, warn);
}

/** Whether its connections are sessions of PostgreSQL. Otherwise `probePooling` finds out what they are, and what is wrong. */
async function isDirect(client: Sql): Promise<boolean> {
  try {
    return await withTimeout(keepsSessions(client), patienceMs);
  } catch {
    // Silent or away counts as not direct: `probePooling` asks again, and its error is the one that is shown.
    return false;
  }
}

/** In the order of `probeSharing`, of which it is the first turn. */
async function keepsSessions(client: Sql): Promise<boolean> {
  const [first, second] = await Promise.all([client.reserve(), client.reserve()]);
  try {
    const [pid, told] = await pidOf(first);
    if (pid !== told) return false;
    const [, [taken, secondTold]] = await Promise.all([second`begin`, pidOf(second)]);
    const [again] = await pidOf(first);
    await second`commit`;
    return again === pid && taken === secondTold;
  } finally {
    first.release();
    second.release();
  }
}

export const poolerWithoutDirectUrl =
  'DATABASE_URL leads to a pooler such as PgBouncer: set DATABASE_DIRECT_URL to the same database without the pooler';
const directUrlPooled =
  'DATABASE_DIRECT_URL leads to a pooler: set it to the address of PostgreSQL itself';
const otherDatabase =
  'DATABASE_DIRECT_URL leads to another database than DATABASE_URL: both must reach the same one';
const preparedLost =
  'DATABASE_PREPARE is on, but the pooler at DATABASE_URL loses prepared statements: set it to auto, or max_prepared_statements in PgBouncer 1.21 or newer';
export const noStatementTimeout = {
  detail: 'The pooler gives connections no statement_timeout: a slow statement is never ended',
  action:
    "In PgBouncer's settings, add connect_query='set statement_timeout = 8000' to the database",
};

async function probeDirect(url: string): Promise<Pooling> {
  return probePooling(url).catch((error: Error) => {
    throw new Error(`DATABASE_DIRECT_URL cannot be used: ${error.message}`, { cause: error });
  });
}

async function takesSettings(url: string): Promise<boolean> {
  const sql = postgres(url, {
    max: 1,
    fetch_types: false,
    connect_timeout: 5,
    onnotice: () => {},
    connection: { statement_timeout: 1_000 },
  });
  try {
    await sql`select`;
    return true;
  } catch (error) {
    // Another failure is that of the connections before, or shows when the product connects.
    return (error as { code?: string }).code !== '08P01';
  } finally {
    await sql.end({ timeout: 0 });
  }
}

async function probeSharing(
  first: postgres.Sql,
  second: postgres.Sql,
  { pid, isPooled }: { pid: number; isPooled: boolean },
): Promise<Pick<Pooling, 'sharesSessions' | 'keepsPrepared'>> {
  let sharesSessions = false;
  let keepsPrepared = false;
  for (let turn = 0; turn < (isPooled ? turnsMax : 1) && !keepsPrepared; turn += 1) {
    const prepared = await tryNamedStatement(first);
    if (prepared === 'lost') return { sharesSessions: true, keepsPrepared: false };
    sharesSessions ||= prepared !== pid;
    // A pooler that hands out its sessions in turn could hand each connection the same one again and again.
    for (let skip = 0; skip < turn; skip += 1) await second`select`;
    const again = await second.begin(async (tx) => {
      const [taken] = await tx<[{ pid: number }]>`select pg_backend_pid() as pid`;
      sharesSessions ||= taken.pid === prepared;
      return tryNamedStatement(first);
    });
    if (again === 'lost') return { sharesSessions: true, keepsPrepared: false };
    sharesSessions ||= again !== prepared;
    // On the session that knows the statement it proves nothing.
    keepsPrepared = again !== prepared;
  }
  return { sharesSessions, keepsPrepared: keepsPrepared || !sharesSessions };
}

/**
 * With a parameter, the driver prepares a statement under a name; in a transaction it cannot repair what the pooler has lost.
 * @returns the process id of its session
 */
async function tryNamedStatement(sql: postgres.Sql): Promise<number | 'lost'> {
  try {
    return await sql.begin(async (tx) => {
      const [row] = await tx<[{ pid: number }]>`
        select pg_backend_pid() as pid where ${true}::boolean`;
      return row.pid;
    });
  } catch (error) {
    if (isPreparedLost(error)) return 'lost';
    throw error;
  }
}

/** The pooler gave the statement to a session that does not know it, or knows another one of its name. */
function isPreparedLost(error: unknown): boolean {
  const { code } = error as { code?: string };
  return code === '26000' || code === '42P05' || code === '25P02' || code === '08P01';
}

/** @returns the session, and the process id that the connection was told when it was made */
async function sessionOf(sql: postgres.Sql): Promise<[Session, number]> {
  const rows = await sql<[Session]>`
    select pg_backend_pid() as pid,
      (select setting from pg_settings where name = 'statement_timeout') as timeout,
      (select oid from pg_database where datname = current_database())
        || ' of ' || extract(epoch from pg_postmaster_start_time()) as database`;
  return [rows[0], toldPid(rows)];
}

/** @returns the process id of its session, and the one that the connection was told when it was made */
async function pidOf(sql: postgres.Sql): Promise<[number, number]> {
  const rows = await sql<[{ pid: number }]>`select pg_backend_pid() as pid`;
  return [rows[0].pid, toldPid(rows)];
}

const toldPid = ({ state }: postgres.RowList<postgres.Row[]>) =>
  (state as unknown as { pid: number }).pid;
