import { eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import type { RecordKind } from '~/contract/conversations/records';
import { dueAt } from '~/contract/settings/response-times';
import { readerOf, readSetting } from '~/server/features/settings/read-setting';
import type { Database } from '~/server/platform/db/client';
import { conversations, recordColumns } from '~/server/platform/db/schema/conversations';
import { settings } from '~/server/platform/db/schema/settings';

/**
 * Matches conversations in which a reply of the agency is due. Excludes spam, and conversations that were merged into
 * another one.
 */
export const isOwed = sql`(${conversations.dueAt} is not null and not ${conversations.isHidden} and ${conversations.mainId} is null)`;

/** Matches conversations in which the reply is overdue. */
export const isOverdue = sql`(${isOwed} and ${conversations.dueAt} < now())`;

/** Returns whether a due time has passed. False if no reply is due. */
export const isOverdueAt = (due: Date | null, now: Date): boolean => due !== null && due < now;

/** Selects records whose conversation meets a condition; `id` is the column of their ids. */
export const hasConversation = (
  { kind, id }: { kind: RecordKind; id: PgColumn },
  condition: SQL,
): SQL =>
  sql`exists (select from ${conversations} where ${recordColumns[kind]} = ${id} and ${condition})`;

/** Returns the values that make a reply of the agency due: when the wait started, and the due time. */
export async function waitFrom(
  tx: Pick<Database, 'select'>,
  since?: Date,
): Promise<{ waitingSince: Date; dueAt: Date }> {
  const [row] = await tx
    .select({ now: sql`now()`.mapWith(settings.updatedAt), value: settings.value })
    .from(sql`(select) one`)
    .leftJoin(settings, eq(settings.key, 'responseTimes'));
  if (!row) throw new Error('the database returned no time');
  const time = readerOf([{ key: 'responseTimes', value: row.value }])('responseTimes');
  const waitingSince = since ?? row.now;
  return { waitingSince, dueAt: dueAt(waitingSince, time) };
}

/** Recomputes all due times, after a change of the working hours. */
export async function recomputeDueTimes(tx: Pick<Database, 'select' | 'execute'>): Promise<void> {
  const time = await readSetting(tx, 'responseTimes');
  const owed = await tx
    .select({
      id: conversations.id,
      since: sql`coalesce(${conversations.waitingSince}, ${conversations.createdAt})`.mapWith(
        conversations.createdAt,
      ),
      dueAt: conversations.dueAt,
    })
    .from(conversations)
    .where(isNotNull(conversations.dueAt))
    // Locks rows in the same order as other transactions.
    .orderBy(conversations.kind, conversations.recordId)
    .for('update');
  const moved = owed.flatMap(({ id, since, dueAt: before }) => {
    const due = dueAt(since, time);
    return due.getTime() === before?.getTime() ? [] : [{ id, due }];
  });
  if (moved.length === 0) return;
  await tx.execute(sql`
    update ${conversations} set due_at = moved.due
    from jsonb_to_recordset(${JSON.stringify(moved)}::text::jsonb) as moved (id integer, due timestamptz)
    where ${conversations.id} = moved.id`);
}
