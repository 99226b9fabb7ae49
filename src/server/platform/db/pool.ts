import type postgres from 'postgres';

import { type RunningQuery, traceQuery } from '~/server/platform/tracing/traced';
import { runChecked } from './commit-check';

/**
 * Maximum number of queries that wait for a connection. Further queries are rejected immediately, and their requests
 * get 503.
 */
export const queueMax = 500;

/** Number of connections of a pool by state, and number of waiting queries. */
export interface PoolUse {
  busy: number;
  /** Number of connections that could run a query immediately, whether they are already open or not. */
  free: number;
  waiting: number;
}

export interface ServerError {
  code?: string;
  message: string;
}

/** Counts busy connections and waiting queries, because the driver does not expose these numbers. */
export class Pool {
  /** Number of queries and transactions that have a connection or wait for one. */
  private running = 0;
  private onError: (error: ServerError) => void = () => {};

  constructor(
    private readonly connectionsMax: number,
    private readonly waitingMax = queueMax,
  ) {}

  use(): PoolUse {
    const busy = Math.min(this.running, this.connectionsMax);
    return { busy, free: this.connectionsMax - busy, waiting: this.running - busy };
  }

  /**
   * Adds a listener for errors of the server.
   *
   * @param tell receives every error that the server returns to the query builder
   */
  onServerError(tell: (error: ServerError) => void): void {
    this.onError = tell;
  }

  /** Counts a query that starts. @throws Error with the code POOL_EXHAUSTED if too many queries wait */
  enter(): void {
    if (this.use().waiting >= this.waitingMax) {
      const error = new Error('too many queries wait for a connection');
      throw Object.assign(error, { code: 'POOL_EXHAUSTED' });
    }
    this.running += 1;
  }

  leave(): void {
    this.running -= 1;
  }

  failed(error: unknown): void {
    const { severity } = error as { severity?: string };
    if (severity) this.onError(error as ServerError);
  }
}

/**
 * Wraps the driver for the query builder. Prepares and traces statements, which the query builder does not do, and
 * limits and counts waiting queries.
 */
export function pooled(sql: postgres.Sql, pool: Pool): postgres.Sql {
  return new Proxy(sql, {
    get(target, key) {
      if (key === 'unsafe')
        return unsafeOf(target, pool, true, target.options.prepare ? {} : unpipelined);
      if (key === 'begin') {
        return async (work: (tx: postgres.TransactionSql) => Promise<unknown>) => {
          pool.enter();
          try {
            return await runChecked(
              (checked) => target.begin(checked) as Promise<unknown>,
              (tx) => work(inTransaction(tx, pool)),
            );
          } finally {
            pool.leave();
          }
        };
      }
      return Reflect.get(target, key);
    },
  });
}

/**
 * Prevents the driver from pipelining another statement after this one. The driver sends an unnamed statement as Parse
 * and Flush, and sends its Sync later. If the previous statement is answered in between, PgBouncer assigns the session
 * to another client, and the response never arrives. (The option exists for the driver's own `begin`, and is missing in
 * its types.)
 */
const unpipelined = { onexecute: () => false };

/** Wraps a transaction. The transaction already has a connection, so its statements do not wait for one. */
function inTransaction(tx: postgres.TransactionSql, pool: Pool): postgres.TransactionSql {
  return new Proxy(tx, {
    get(target, key) {
      if (key === 'unsafe') return unsafeOf(target, pool, false);
      if (key === 'savepoint') {
        return (work: (inner: postgres.TransactionSql) => Promise<unknown>) =>
          target.savepoint((inner) => work(inTransaction(inner, pool)));
      }
      return Reflect.get(target, key);
    },
  });
}

type Unsafe = postgres.Sql['unsafe'];

function unsafeOf(
  sql: { unsafe: Unsafe },
  pool: Pool,
  takesConnection: boolean,
  options: object = {},
): Unsafe {
  return ((text: string, values: Parameters<Unsafe>[1] = []) => {
    if (takesConnection) pool.enter();
    const query = sql.unsafe(text, values, { prepare: values.length > 0, ...options });
    // Gives access to callbacks of the driver that are missing in its types.
    const running = query as unknown as RunningQuery;
    traceQuery(running, text);
    const { resolve, reject } = running;
    let isSettled = false;
    const settle = () => {
      if (takesConnection && !isSettled) pool.leave();
      isSettled = true;
    };
    running.resolve = (result) => {
      settle();
      resolve(result);
    };
    running.reject = (error) => {
      settle();
      pool.failed(error);
      reject(error);
    };
    return query;
  }) as Unsafe;
}
