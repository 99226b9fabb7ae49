import { and, eq, type SQL, sql } from 'drizzle-orm';

import { signedOut } from '~/contract/common/errors';
import type { SignedInCaller } from '~/contract/identity/api-keys';
import type { Database } from '~/server/platform/db/client';
import { users } from '~/server/platform/db/schema/identity';

type SessionOf = Pick<SignedInCaller, 'id' | 'sessionId'>;

const isLive = (sessionId: number | undefined, isTheirs: SQL): SQL =>
  sql`exists (select from sessions live join users holder on holder.id = live.user_id
    where live.id = ${sessionId ?? null}::int and live.expires_at > now() and holder.disabled_at is null
      and ${isTheirs})`;

/** True while a reader's session exists: their own, or that of an admin who views the site as them. */
export const isLiveSession = ({ id, sessionId }: SessionOf): SQL =>
  isLive(
    sessionId,
    sql`(live.user_id = ${id} or (live.viewed_client_id = ${id} and live.view_ends_at > now()))`,
  );

/**
 * Locks the caller's account and checks that the session still exists. The session may have ended since the call began:
 * restoring the email of an account ends its sessions under the same lock, and undoes earlier writes. Call this before
 * writing an email, an invitation, rights or a mailbox, and after acquiring all other locks.
 *
 * @throws UNAUTHORIZED for a session that has ended
 */
export async function rejectEndedSession(
  tx: Pick<Database, 'select'>,
  caller: SessionOf,
): Promise<void> {
  const isCaller = eq(users.id, caller.id);
  await tx.select({ id: users.id }).from(users).where(isCaller).for('no key update');
  const [live] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(isCaller, isLive(caller.sessionId, sql`live.user_id = ${caller.id}`)));
  if (!live) throw signedOut();
}
