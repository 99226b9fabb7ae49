import type { Logger } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';

import { traceQuery } from '~/server/platform/tracing/traced';

export const statementTimeoutMs = 8_000;

/** Queries that may wait for a connection; further ones are rejected at once and answered with 503. */
export const queueMax = 500;

interface ConnectOptions {
  max?: number;
  /** Through a pooler, which refuses settings of a session: it sets the statement timeout. */
  isPooled?: boolean;
  /** Names prepared statements; not every pooler keeps them. */
  prepare?: boolean;
  /** Neither closed when idle nor replaced after its maximum lifetime: for LISTEN. */
  keepOpen?: boolean;
  /** While it is true, queries share the connections that are open instead of opening more. */
  isStarting?: () => boolean;
  onclose?: () => void;
  onnotify?: (channel: string, payload: string) => void;
}

/** The bare driver, for what the query builder does not cover: LISTEN, locks, CREATE DATABASE. */
export function connect(
  url: string,
  {
    max = 10,
    isPooled,
    prepare = true,
    keepOpen,
    isStarting = () => false,
    onclose,
    onnotify,
  }: ConnectOptions = {},
) {
  return postgres(url, {
    max,
    prepare,
    ...(keepOpen && { idle_timeout: 0, max_lifetime: null }),
    ...(onclose && { onclose }),
    // Supported by the driver but missing in its types.
    ...(onnotify && ({ onnotify } as object)),
    // Options of the patched driver (src/build/patch-postgres.ts).
    ...({ max_queue: queueMax, onquery: traceQuery, is_starting: isStarting } as object),
    connect_timeout: 5,
    // The driver's default waits up to 20 s before it reconnects.
    backoff: (attempt) => Math.min(1, 0.05 * 2 ** attempt),
    connection: {
      application_name: 'kestrel',
      ...(!isPooled && { statement_timeout: statementTimeoutMs }),
    },
    onnotice: () => {},
  });
}

export type Sql = ReturnType<typeof connect>;

/** Connections of the pool by state, and queries that wait for one. */
export interface PoolUse {
  idle: number;
  busy: number;
  connecting: number;
  waiting: number;
}

/** Supported by the patched driver alone (src/build/patch-postgres.ts). */
export const poolUseOf = (sql: Sql): PoolUse => (sql as unknown as { pool(): PoolUse }).pool();

/** Receives every error that the server answers on connections of this pool: supported by the patched driver alone. */
export function onRefusal(sql: Sql, tell: (error: { code?: string; message: string }) => void) {
  Object.assign(sql.options, { onrefusal: tell });
}

/** @param logger receives every statement */
export function createDatabase(sql: Sql, logger?: Logger) {
  return drizzle(sql, { ...(logger && { logger }) });
}

export type Database = ReturnType<typeof createDatabase>;
