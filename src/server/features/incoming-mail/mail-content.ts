import { and, eq, inArray, lt, ne, sql } from 'drizzle-orm';

import { incomingDays, unmatchedMbMax } from '~/contract/mail/incoming-mail';
import type { Database } from '~/server/platform/db/client';
import { fileChunks } from '~/server/platform/db/schema/files';
import { incomingMails, mailPictures } from '~/server/platform/db/schema/incoming-mail';

/** Number of emails whose content is deleted by one statement. */
const batch = 50;
const mib = 1024 * 1024;

/** Deletes the raw content of emails, but keeps their texts. */
async function dropContent(db: Database, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await db.transaction(async (tx) => {
    await tx.update(incomingMails).set({ key: '' }).where(inArray(incomingMails.key, keys));
    await tx.delete(fileChunks).where(inArray(fileChunks.key, keys));
  });
}

/**
 * Limits the size of unassigned emails, which are stored until an admin decides. Beyond the limit, deletes their raw
 * content and keeps only their text, so that they cannot fill the disk.
 */
export async function boundUnmatched(
  db: Database,
  row: { id: number; key: string },
): Promise<void> {
  const [total] = await db
    .select({ bytes: sql<string>`coalesce(sum(${incomingMails.size}), 0)` })
    .from(incomingMails)
    .where(and(eq(incomingMails.state, 'unmatched'), ne(incomingMails.key, '')));
  if (Number(total?.bytes ?? 0) <= unmatchedMbMax * mib) return;
  await dropContent(db, [row.key]);
  await db
    .update(incomingMails)
    .set({
      reason: sql`${incomingMails.reason} || ' Its files were not kept: too much waits here.'`,
    })
    .where(eq(incomingMails.id, row.id));
}

/** Deletes raw content that is no longer needed. @returns the number of emails */
export async function sweepMails(db: Database): Promise<number> {
  const isOld = lt(incomingMails.handledAt, sql`now() - make_interval(days => ${incomingDays})`);
  // Emails that a server marked as spam need no decision. All other unassigned emails wait for an admin.
  const isDone = sql`(${incomingMails.state} in ('discarded', 'automatic', 'report')
    or (${incomingMails.state} = 'unmatched' and ${incomingMails.isSpam}))`;
  const gone = await db
    .delete(incomingMails)
    .where(and(isOld, isDone))
    .returning({ id: incomingMails.id });
  const isKept = inArray(incomingMails.state, ['message', 'lead']);
  let emptied = 0;
  for (;;) {
    const read = await db
      .select({ key: incomingMails.key })
      .from(incomingMails)
      .where(and(isOld, ne(incomingMails.key, ''), isKept))
      .limit(batch);
    if (read.length === 0) break;
    await dropContent(
      db,
      read.map(({ key }) => key),
    );
    emptied += read.length;
  }
  await db
    .delete(mailPictures)
    .where(lt(mailPictures.seenAt, sql`now() - make_interval(days => ${incomingDays * 12})`));
  return gone.length + emptied;
}
