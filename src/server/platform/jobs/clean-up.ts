import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import type { Database } from '~/server/platform/db/client';

/** Number of rows in a batch. A batch must end long before the statement timeout, and hold its locks only briefly. */
const batchRows = 1_000;

/**
 * Deletes in batches until nothing is left. Commits each batch separately, so that a failure does not undo the previous
 * ones and the next run continues.
 *
 * @param deleteSome deletes at most this number of rows
 * @returns how many rows were deleted
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
  /**
   * Indexed column to sort by. Without an index, each batch would read the table from its start, including rows that
   * were already deleted.
   */
  oldest: PgColumn;
}

/**
 * Returns a condition for the oldest matching rows. Selects rows by ctid, because PostgreSQL may read the whole table
 * if they are selected by id. A row that changes in the meantime gets a new ctid, so the next run deletes it.
 */
export const oldestRows = (table: PgTable, { where, oldest }: Oldest, limit: number): SQL => sql`
  ctid = any(array(select ctid from ${table} where ${where} order by ${oldest} limit ${limit}))`;

/** Deletes the matching rows, oldest first. @returns how many */
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
 * Runs the parts of a job one after the other. If a part fails, the others still run.
 *
 * @returns the result of each part
 * @throws AggregateError after the last part, with the names of the parts that failed
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
  throw new AggregateError(failures.values(), `some parts failed: ${words.join(', ')}`);
}

/** Returns the driver's message, which names the cause. The query builder's message only contains the statement. */
function messageOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
