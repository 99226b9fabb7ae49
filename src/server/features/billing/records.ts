import { and, eq } from 'drizzle-orm';

import type { MySubscription } from '~/contract/billing/billing-schema';
import type { Database } from '~/server/platform/db/client';
import { subscriptions } from '~/server/platform/db/schema/billing';
import type { SubscriptionRow } from './apply-subscription';
import { isLiveSubscription, isNotEnded } from './figures';
import { presentSubscription } from './subscription.rows';

/** Reads subscriptions as their client sees them. */
export function createRecords(db: Database) {
  async function live(userId: string): Promise<SubscriptionRow | undefined> {
    const [row] = await db
      .select()
      .from(subscriptions)
      .where(and(eq(subscriptions.userId, userId), isLiveSubscription));
    return row;
  }

  return {
    live,

    /** Returns the subscriptions of a client that are charged, or can still be charged. */
    async notEnded(userId: string): Promise<SubscriptionRow[]> {
      return db
        .select()
        .from(subscriptions)
        .where(and(eq(subscriptions.userId, userId), isNotEnded));
    },

    async mine(userId: string): Promise<MySubscription | null> {
      const row = await live(userId);
      if (!row) return null;
      return presentSubscription(db, row);
    },
  };
}
