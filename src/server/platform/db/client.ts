import type { Logger } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';

import * as portfolioSchema from './schema/portfolio';
import * as quotesSchema from './schema/quotes';
import * as servicesSchema from './schema/services';
import * as settingsSchema from './schema/settings';

const schema = { ...servicesSchema, ...portfolioSchema, ...quotesSchema, ...settingsSchema };

export const statementTimeoutMs = 8_000;

/** Queries that may wait for a connection; one more is refused at once, and answered with 503. */
export const queueMax = 500;

interface ConnectOptions {
  max?: number;
  /** Neither closed when idle nor replaced after a while: for a connection that listens. */
  keepOpen?: boolean;
  onclose?: () => void;
  onnotify?: (channel: string, payload: string) => void;
}

/** The bare driver, for what the query builder does not cover: LISTEN, locks, CREATE DATABASE. */
export function connect(
  url: string,
  { max = 10, keepOpen, onclose, onnotify }: ConnectOptions = {},
) {
  return postgres(url, {
    max,
    ...(keepOpen && { idle_timeout: 0, max_lifetime: null }),
    ...(onclose && { onclose }),
    // Taken by the driver, though its types leave it out.
    ...(onnotify && ({ onnotify } as object)),
    // An option of the patched driver (src/build/patch-postgres.ts).
    ...({ max_queue: queueMax } as object),
    connect_timeout: 5,
    // Unless capped, the driver waits up to 20 s before it looks whether the database is back.
    backoff: (attempt) => Math.min(1, 0.05 * 2 ** attempt),
    connection: { application_name: 'kestrel', statement_timeout: statementTimeoutMs },
    onnotice: () => {},
  });
}

export type Sql = ReturnType<typeof connect>;

/** @param logger is told every statement */
export function createDatabase(sql: Sql, logger?: Logger) {
  return drizzle(sql, { schema, ...(logger && { logger }) });
}

export type Database = ReturnType<typeof createDatabase>;
