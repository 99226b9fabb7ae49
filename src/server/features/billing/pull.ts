import { and, eq } from 'drizzle-orm';
import type Stripe from 'stripe';

import type { AccountSource } from '~/server/features/payments/account';
import { isMissing } from '~/server/features/payments/failures';
import type { Database } from '~/server/platform/db/client';
import { stripeCursors } from '~/server/platform/db/schema/billing';
import type { StripeEvents } from './stripe-events';

type Cursor = typeof stripeCursors.$inferSelect;
type Progress = Pick<Cursor, 'completeUntil' | 'readingSince' | 'readingAfter'>;

const pageSize = 100;
/** Maximum number of pages in a run, so that it ends before the next run starts. The next run continues the read. */
const pagesPerRun = 20;

/** Overlap between reads, because Stripe lists an event some time after its timestamp. */
const overlapMs = 10 * 60_000;
/** Time for which Stripe keeps its events. */
const keptMs = 30 * 24 * 60 * 60_000;

/**
 * Fetches events that were not delivered by webhook. Reads Stripe's list back to the start of the last complete read, however
 * many events there are. The cursor is in the database, so a read continues after a failed run or a crash. The cursor
 * moves forward only once all events before it are stored.
 */
export function createPull(
  db: Database,
  deps: { account: AccountSource; stripeEvents: Pick<StripeEvents, 'record'> },
) {
  async function cursorOf(account: string): Promise<Cursor> {
    await db.insert(stripeCursors).values({ account }).onConflictDoNothing();
    const [cursor] = await db
      .select()
      .from(stripeCursors)
      .where(eq(stripeCursors.account, account));
    if (!cursor) throw new Error('a cursor disappeared after its creation');
    return cursor;
  }

  /** Moves the cursor. @returns the new cursor; undefined if another instance has moved it */
  async function move(cursor: Cursor, to: Progress): Promise<Cursor | undefined> {
    const [moved] = await db
      .update(stripeCursors)
      .set(to)
      .where(
        and(
          eq(stripeCursors.account, cursor.account),
          eq(stripeCursors.readingAfter, cursor.readingAfter),
        ),
      )
      .returning();
    return moved;
  }

  async function pageOf(stripe: Stripe, cursor: Cursor) {
    const since = (cursor.completeUntil?.getTime() ?? Date.now() - keptMs) - overlapMs;
    try {
      return await stripe.events.list({
        created: { gte: Math.floor(since / 1000) },
        limit: pageSize,
        ...(cursor.readingAfter && { starting_after: cursor.readingAfter }),
      });
    } catch (error) {
      // Stripe no longer has the event that the read would continue after, so the read restarts.
      if (cursor.readingAfter && isMissing(error)) return undefined;
      throw error;
    }
  }

  /** Fetches the events of one run. @returns how many had been missed */
  return async (stripe: Stripe): Promise<number> => {
    let missed = 0;
    let cursor: Cursor | undefined = await cursorOf(await deps.account());
    for (let page = 0; page < pagesPerRun && cursor; page += 1) {
      const { completeUntil } = cursor;
      const found = await pageOf(stripe, cursor);
      if (!found) {
        cursor = await move(cursor, { completeUntil, readingSince: null, readingAfter: '' });
        continue;
      }
      missed += (await deps.stripeEvents.record(found.data)).length;
      const newest = found.data[0];
      // Uses the time of the newest event instead of our clock, which may differ from Stripe's. Without an event, the
      // time does not advance.
      const readingSince =
        cursor.readingSince ?? (newest ? new Date(newest.created * 1000) : completeUntil);
      if (!found.has_more) {
        await move(cursor, { completeUntil: readingSince, readingSince: null, readingAfter: '' });
        break;
      }
      cursor = await move(cursor, {
        completeUntil,
        readingSince,
        readingAfter: found.data.at(-1)?.id ?? '',
      });
    }
    return missed;
  };
}

export type Pull = ReturnType<typeof createPull>;
