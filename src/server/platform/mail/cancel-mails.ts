import { and, eq, isNull } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { mails } from '~/server/platform/db/schema/mail';

/** Matches emails whose delivery has not begun. */
export const isWaiting = and(isNull(mails.sentAt), eq(mails.attempts, 0));

/**
 * Deletes the emails with a key whose undo period has not ended. Emails whose delivery has begun are not affected.
 *
 * @returns whether an email was deleted
 */
export async function cancelMails(tx: Pick<Database, 'delete'>, key: string): Promise<boolean> {
  const cancelled = await tx
    .delete(mails)
    .where(and(eq(mails.cancelKey, key), isWaiting))
    .returning({ id: mails.id });
  return cancelled.length > 0;
}
