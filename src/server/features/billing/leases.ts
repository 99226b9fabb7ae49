import { setTimeout as delay } from 'node:timers/promises';

import { and, eq, lt, sql } from 'drizzle-orm';

import { AppError } from '~/contract/common/errors';
import type { Database } from '~/server/platform/db/client';
import { checkouts } from '~/server/platform/db/schema/billing';

export type Checkout = typeof checkouts.$inferSelect;

/** Duration of a lease. It exceeds the time of any work under the lease; after a crash, the next holder waits this long. */
const leaseSeconds = 8;
const patienceMs = 9_000;
const lookAgainMs = 100;

/**
 * Manages one lease per client, shared by all instances. A lease is a row rather than a lock in a transaction, so that no
 * database connection is held while Stripe responds.
 */
export function createLeases(db: Database) {
  async function take(userId: string): Promise<Checkout | undefined> {
    const until = sql<Date>`date_trunc('milliseconds', clock_timestamp() + make_interval(secs => ${leaseSeconds}))`;
    const [row] = await db
      .insert(checkouts)
      .values({ userId, leasedUntil: until })
      .onConflictDoUpdate({
        target: checkouts.userId,
        set: { leasedUntil: until },
        setWhere: lt(checkouts.leasedUntil, sql`clock_timestamp()`),
      })
      .returning();
    return row;
  }

  return {
    async run<T>(userId: string, work: (checkout: Checkout) => Promise<T>): Promise<T> {
      const givenUpAt = Date.now() + patienceMs;
      let turn = await take(userId);
      while (!turn) {
        if (Date.now() > givenUpAt) {
          throw new AppError(
            'SERVICE_UNAVAILABLE',
            'Your last request is still being worked on. Please try again in a moment.',
            { retryAfterSeconds: 5 },
          );
        }
        await delay(lookAgainMs);
        turn = await take(userId);
      }
      const { leasedUntil } = turn;
      try {
        return await work(turn);
      } finally {
        await db
          .update(checkouts)
          .set({ leasedUntil: sql`clock_timestamp()` })
          .where(and(eq(checkouts.userId, userId), eq(checkouts.leasedUntil, leasedUntil)))
          // If releasing fails, the lease expires.
          .catch(() => {});
      }
    },
  };
}

export type Leases = ReturnType<typeof createLeases>;
