import { eq, inArray, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import { AppError } from '~/contract/common/errors';
import { type Actor, record } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';

type LeadTable = PgTable & Record<'id' | 'status' | 'updatedAt' | 'firstAnswerAt', PgColumn>;

/**
 * Sets the status of leads; any status can follow any other. Leads that already have it are not changed.
 *
 * @returns all the leads that exist, after the change
 */
export async function setStatus<Row extends { id: number; status: string }>(
  db: Database,
  actor: Actor,
  options: {
    table: LeadTable;
    /** The noun in audit texts, such as 'quote'. */
    noun: string;
    ids: number[];
    status: Row['status'];
    nameOf(row: Row): string;
    missing: string;
    /**
     * The status that records an answer which left by another way: from a mail program, or by telephone. It counts where it is set
     * for one lead; tidying up many at once answers none of them.
     */
    answers: Row['status'];
  },
): Promise<Row[]> {
  const { table, noun, ids, status, nameOf, missing, answers } = options;
  return db.transaction(async (tx) => {
    // Locked in one order, so that two bulk changes cannot deadlock.
    const found = (await tx
      .select()
      .from(table)
      .where(inArray(table.id, ids))
      .orderBy(table.id)
      .for('update')) as unknown as Row[];
    if (found.length === 0) throw new AppError('NOT_FOUND', missing);
    const after: Row[] = [];
    for (const row of found) {
      if (row.status === status) {
        after.push(row);
        continue;
      }
      const [written] = await tx
        .update(table)
        .set({
          status,
          updatedAt: new Date(),
          ...(status === answers &&
            ids.length === 1 && {
              firstAnswerAt: sql`coalesce(${table.firstAnswerAt}, now())`,
            }),
        })
        .where(eq(table.id, row.id))
        .returning();
      after.push(written as unknown as Row);
      await record(tx, actor, {
        action: `${noun}.status`,
        about: `${noun}:${row.id}`,
        did: `marked the ${noun} from ${nameOf(row)} as ${status}`,
        before: { status: row.status },
        after: { status },
      });
    }
    return after;
  });
}
