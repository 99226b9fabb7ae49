import type { Logger } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';

import { connectionOptions } from './connection-options';
import { Pool, type PoolUse, pooled, type ServerError } from './pool';

export const statementTimeoutMs = 8_000;

interface ConnectOptions {
  max?: number;
  /** True if the connection uses a pooler in transaction mode (see `DatabaseAccess`). */
  isPooled?: boolean;
  /** True to keep the connection open even if it is idle or old, for LISTEN. */
  keepOpen?: boolean;
  onclose?: () => void;
  onnotify?: (channel: string, payload: string) => void;
}

/** Creates a driver without the query builder, for LISTEN, locks and CREATE DATABASE. */
export function connect(
  url: string,
  { max = 10, isPooled, keepOpen, onclose, onnotify }: ConnectOptions = {},
) {
  const { connection, ...target } = connectionOptions(url);
  return postgres({
    connect_timeout: 5,
    ...target,
    max,
    prepare: !isPooled,
    ...(keepOpen && { idle_timeout: 0, max_lifetime: null }),
    ...(onclose && { onclose }),
    // The driver supports this option, but its types lack it.
    ...(onnotify && ({ onnotify } as object)),
    // By default, the driver waits up to 20 s before it reconnects.
    backoff: (attempt) => Math.min(1, 0.05 * 2 ** attempt),
    connection: {
      application_name: 'kestrel',
      // Sets no timeout through a pooler, which rejects session settings. Its own configuration must set the timeout.
      ...(!isPooled && { statement_timeout: statementTimeoutMs }),
      ...connection,
    },
    onnotice: () => {},
  });
}

export type Sql = ReturnType<typeof connect>;

const pools = new WeakMap<Sql, Pool>();

function poolOf(sql: Sql): Pool {
  const pool = pools.get(sql) ?? new Pool(sql.options.max);
  pools.set(sql, pool);
  return pool;
}

export const poolUseOf = (sql: Sql): PoolUse => poolOf(sql).use();

/** Calls `tell` with every error that the server returns to the query builder on this pool. */
export const onServerError = (sql: Sql, tell: (error: ServerError) => void): void =>
  poolOf(sql).onServerError(tell);

/** Creates the query builder. @param logger receives every SQL statement */
export function createDatabase(sql: Sql, logger?: Logger) {
  return drizzle(pooled(sql, poolOf(sql)), { ...(logger && { logger }) });
}

export type Database = ReturnType<typeof createDatabase>;
