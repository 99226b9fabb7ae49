import { and, eq, gt, sql } from 'drizzle-orm';

import { signedOut } from '~/contract/common/errors';
import type { SignedInCaller } from '~/contract/identity/api-keys';
import type { Database } from '~/server/platform/db/client';
import { sessions, users } from '~/server/platform/db/schema/identity';

/**
 * Locks the caller's account and checks that the session still exists. It may have ended since the call began: restoring
 * the email of an account ends its sessions under the same lock, and undoes what was written before. Must be called by
 * everything that writes an email, an invitation, rights or a mailbox, after it has acquired its other locks and before it
 * writes.
 *
 * @throws UNAUTHORIZED for a session that has ended
 */
export async function rejectEndedSession(
  tx: Pick<Database, 'select'>,
  { id, sessionId }: Pick<SignedInCaller, 'id' | 'sessionId'>,
): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for('no key update');
  if (sessionId === undefined) throw signedOut();
  const [session] = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(
      and(eq(sessions.id, sessionId), eq(sessions.userId, id), gt(sessions.expiresAt, sql`now()`)),
    );
  if (!session) throw signedOut();
}
