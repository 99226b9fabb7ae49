import { randomInt } from 'node:crypto';

import { and, eq, sql } from 'drizzle-orm';

import type { Database } from '~/server/platform/db/client';
import { users } from '~/server/platform/db/schema/identity';
import { openThreads } from '~/server/platform/db/schema/messages';

/** First number of the advisory locks that all running instances hold. */
export const presenceLock = 1_802_661_485;

/** SQL for the instances whose notification connection is open. */
const living = sql`(
  select objid::bigint from pg_locks
  where locktype = 'advisory' and classid = ${presenceLock} and granted
    and database = (select oid from pg_database where datname = current_database()))`;

/**
 * Records which threads each person has open on a screen, in all instances. Opening and closing a screen take one query
 * each.
 */
export function createPresence(db: Database) {
  const instance = randomInt(1, 2 ** 31 - 1);
  const counts = new Map<string, number>();

  async function hasOpen(
    tx: Pick<Database, 'select'>,
    requestId: number,
    who: { userId: string } | 'any admin',
  ): Promise<boolean> {
    const [row] = await tx
      .select({ userId: openThreads.userId })
      .from(openThreads)
      .innerJoin(users, eq(users.id, openThreads.userId))
      .where(
        and(
          eq(openThreads.requestId, requestId),
          who === 'any admin' ? eq(users.isAdmin, true) : eq(openThreads.userId, who.userId),
          sql`${openThreads.instance} in ${living}`,
        ),
      )
      .limit(1);
    return row !== undefined;
  }

  return {
    /** Number of the advisory lock that this instance's notification connection holds. */
    instance,

    /** Records that a thread is open. @returns a function that records that the thread was closed */
    async open(userId: string, requestId: number): Promise<() => Promise<void>> {
      const key = `${userId} ${requestId}`;
      const row = { instance, userId, requestId };
      counts.set(key, (counts.get(key) ?? 0) + 1);
      await db.insert(openThreads).values(row).onConflictDoNothing();
      let isClosed = false;
      return async () => {
        if (isClosed) return;
        isClosed = true;
        const left = (counts.get(key) ?? 1) - 1;
        if (left > 0) {
          counts.set(key, left);
          return;
        }
        counts.delete(key);
        await db
          .delete(openThreads)
          .where(
            and(
              eq(openThreads.instance, instance),
              eq(openThreads.userId, userId),
              eq(openThreads.requestId, requestId),
            ),
          );
      };
    },

    /** Returns whether a thread is open. @param who one person, or any admin */
    hasOpen,
    isOpen: (requestId: number, who: { userId: string } | 'any admin') =>
      hasOpen(db, requestId, who),

    /** Deletes rows of killed instances. @returns an empty text, because jobs return a text */
    async sweep(): Promise<string> {
      await db.delete(openThreads).where(sql`${openThreads.instance} not in ${living}`);
      return '';
    },
  };
}

export type Presence = ReturnType<typeof createPresence>;
