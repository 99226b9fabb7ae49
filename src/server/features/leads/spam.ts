import { and, count, eq, inArray, isNotNull, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

import type { ListQuery } from '~/contract/common/paging';
import { hide } from '~/server/features/conversations/conversations.service';
import { type Actor, nameOf, recordAudit } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { emitQuote } from './quotes/quotes.rows';

type SpamTable = PgTable & Record<'id' | 'spamReason' | 'isSpam' | 'updatedAt', PgColumn>;

/** Filter of a list of leads. `spam` is not a status: it finds possible spam and leads that an admin marked. */
export function withoutSpam<Status extends string, Sort extends string>(
  request: ListQuery<Status | 'spam', Sort>,
  table: Pick<SpamTable, 'spamReason' | 'isSpam'>,
): { request: ListQuery<Status, Sort>; matching: SQL } {
  const { status, ...rest } = request;
  if (status === 'spam') return { request: rest, matching: isNotNull(table.spamReason) };
  return {
    request: { ...rest, ...(status && { status }) } as ListQuery<Status, Sort>,
    matching: eq(table.isSpam, false),
  };
}

/** Number of found rows that the filter `spam` matches. */
export async function countSpam(
  db: Pick<Database, 'select'>,
  table: SpamTable,
  found: SQL | undefined,
): Promise<number> {
  const [row] = await db
    .select({ spam: count() })
    .from(table)
    .where(and(found, isNotNull(table.spamReason)));
  return row?.spam ?? 0;
}

/**
 * Marks leads as spam, which excludes them from lists and counts, or removes all marks.
 *
 * @returns the number of changed leads
 */
export async function setSpam<Row extends { id: number }>(
  db: Database,
  actor: Actor,
  options: {
    table: SpamTable;
    noun: 'quote' | 'message';
    ids: number[];
    isSpam: boolean;
    nameOf(row: Row): string;
  },
): Promise<{ changed: number }> {
  const { table, noun, ids, isSpam } = options;
  return db.transaction(async (tx) => {
    const rows = (await tx
      .update(table)
      .set({
        isSpam,
        spamReason: isSpam ? `marked by ${nameOf(actor)}` : null,
        updatedAt: new Date(),
      })
      .where(
        and(inArray(table.id, ids), isSpam ? eq(table.isSpam, false) : isNotNull(table.spamReason)),
      )
      .returning()) as unknown as Row[];
    await hide(
      tx,
      noun,
      rows.map(({ id }) => id),
      isSpam,
    );
    for (const row of rows) {
      await recordAudit(tx, actor, {
        action: isSpam ? `${noun}.spam` : `${noun}.not_spam`,
        about: `${noun}:${row.id}`,
        did: `marked the ${noun} from ${options.nameOf(row)} as ${isSpam ? 'spam' : 'not spam'}`,
      });
      if (noun === 'quote') await emitQuote(tx, 'quote.updated', row.id);
    }
    return { changed: rows.length };
  });
}
