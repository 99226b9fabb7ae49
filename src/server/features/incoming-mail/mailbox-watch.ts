import { eq, lt, or, sql } from 'drizzle-orm';

import { randomId } from '~/server/features/identity/tokens';
import type { Database } from '~/server/platform/db/client';
import { mailboxWatch } from '~/server/platform/db/schema/incoming-mail';

const rowId = 1;
/**
 * Seconds after which another instance takes over. An active instance renews the lease three times within this time.
 */
const leaseSeconds = 60;
/** Minimum interval between status updates while a mailbox is watched. */
const noteEveryMs = 20_000;

/** Manages a row that all instances share: which of them watches the mailbox, and the state of the connection. */
export function createMailboxWatch(db: Database) {
  const instance = randomId(12);
  let notedAt = Number.NEGATIVE_INFINITY;
  let isFailing = true;

  return {
    /** Acquires or renews the lease, by the database's clock. @returns whether this instance may watch the mailbox */
    async mayWatch(): Promise<boolean> {
      const heldUntil = sql`now() + make_interval(secs => ${leaseSeconds})`;
      const held = await db
        .insert(mailboxWatch)
        .values({ id: rowId, instance, heldUntil })
        .onConflictDoUpdate({
          target: mailboxWatch.id,
          set: { instance, heldUntil },
          setWhere: or(eq(mailboxWatch.instance, instance), lt(mailboxWatch.heldUntil, sql`now()`)),
        })
        .returning({ id: mailboxWatch.id });
      return held.length > 0;
    },

    async note(state: { isReachable: true } | { isReachable: false; reason: string }) {
      if (state.isReachable) {
        if (!isFailing && performance.now() - notedAt < noteEveryMs) return;
        notedAt = performance.now();
        isFailing = false;
        await db
          .update(mailboxWatch)
          .set({ reachedAt: sql`now()`, failingSince: null, reason: '' })
          .where(eq(mailboxWatch.id, rowId));
        return;
      }
      isFailing = true;
      await db
        .update(mailboxWatch)
        .set({
          failingSince: sql`coalesce(${mailboxWatch.failingSince}, now())`,
          reason: state.reason,
        })
        .where(eq(mailboxWatch.id, rowId));
    },

    /** Releases the lease, so that another instance can take over immediately. */
    async release(): Promise<void> {
      await db
        .update(mailboxWatch)
        .set({ heldUntil: sql`now()` })
        .where(eq(mailboxWatch.instance, instance));
    },
  };
}
