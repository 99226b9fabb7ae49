import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import type { Database } from '~/server/platform/db/client';

/** Few enough that a batch ends long before the statement timeout, and holds its locks for moments. */
const batchRows = 1_000;

/**
 * Deletes until nothing is left, a batch at a time: each is committed, so that a failure undoes none of those before, and the next run goes
 * on from there.
 *
 * @param deleteSome deletes at most so many rows; @returns how many
 */
export async function inBatches(
  deleteSome: (limit: number) => Promise<number>,
  limit = batchRows,
): Promise<number> {
  for (let total = 0; ; ) {
    const count = await deleteSome(limit);
    total += count;
    if (count < limit) return total;
  }
}

interface Oldest {
  where: SQL | undefined;
  /** An indexed column: otherwise each batch would read the table from its start, past what the others have deleted. */
  oldest: PgColumn;
}

/**
 * A condition for the oldest rows that match. By their place in the table: by ids, PostgreSQL may prefer to read all of it. A row that is
 * changed meanwhile has another place, and is left to the next run.
 */
export const oldestRows = (table: PgTable, { where, oldest }: Oldest, limit: number): SQL => sql`
  ctid = any(array(select ctid from ${table} where ${where} order by ${oldest} limit ${limit}))`;

/** Deletes the rows that match, oldest first. @returns how many */
export function deleteInBatches(
  db: Pick<Database, 'delete'>,
  table: PgTable,
  rows: Oldest,
  limit = batchRows,
): Promise<number> {
  return inBatches(
    async (some) => (await db.delete(table).where(oldestRows(table, rows, some))).count,
    limit,
  );
}

/**
 * Runs the parts of a job one after the other, each even where another one has failed.
 *
 * @returns the result of each
 * @throws AggregateError after the last one, with the names of those that failed
 */
export async function runParts<Name extends string, Result>(
  parts: Record<Name, () => Promise<Result>>,
): Promise<Map<Name, Result>> {
  const results = new Map<Name, Result>();
  const failures = new Map<Name, unknown>();
  for (const [name, run] of Object.entries(parts) as [Name, () => Promise<Result>][]) {
    try {
      results.set(name, await run());
    } catch (error) {
      failures.set(name, error);
    }
  }
  if (failures.size === 0) return results;
  const words = [...failures].map(([name, error]) => `${name} (${messageOf(error)})`);
  throw new AggregateError(failures.values(), `not everything was done: ${words.join(', ')}`);
}

/** The query builder's errors hold the statement; the driver's says what went wrong. */
function messageOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
