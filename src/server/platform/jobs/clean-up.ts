import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import type { Database } from '~/server/platform/db/client';

/**
 * Number of rows in a batch, small enough that it ends long before the statement timeout and holds its locks only
 * briefly.
 */
const batchRows = 1_000;

/**
 * Deletes in batches until nothing is left. Each batch is committed separately, so that a failure does not undo the
 * previous ones, and the next run continues.
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
   * Indexed column to sort by. Otherwise each batch would read the table from its start, including the rows that were
   * deleted.
   */
  oldest: PgColumn;
}

/**
 * Returns a condition for the oldest matching rows. Selects them by ctid, because PostgreSQL may prefer to read the whole
 * table when rows are selected by id. A row that is changed in the meantime gets a new ctid, so the next run deletes it.
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
 * Runs the parts of a job one after the other, even if one of them has failed.
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

/** Returns the message of the driver, which states the cause. The message of the query builder contains the statement. */
function messageOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
