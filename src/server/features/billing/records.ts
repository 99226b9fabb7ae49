import { and, eq } from 'drizzle-orm';

import type { MySubscription } from '~/contract/billing/billing-schema';
import { centsToAmount, stepCents } from '~/contract/common/currencies';
import type { Database } from '~/server/platform/db/client';
import { subscriptions } from '~/server/platform/db/schema/billing';
import { plans } from '~/server/platform/db/schema/plans';
import type { SubscriptionRow } from './apply-subscription';
import { isLiveSubscription, isNotEnded } from './figures';
import { taxedPrice, taxOfRate } from './plan-tax';

/** Subscriptions as their client sees them. */
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

    /** Subscriptions of a client that are charged, or can still become so. */
    async notEnded(userId: string): Promise<SubscriptionRow[]> {
      return db
        .select()
        .from(subscriptions)
        .where(and(eq(subscriptions.userId, userId), isNotEnded));
    },

    async mine(userId: string): Promise<MySubscription | null> {
      const row = await live(userId);
      if (!row) return null;
      const [plan] = row.planId
        ? await db
            .select({
              id: plans.id,
              name: plans.name,
              description: plans.description,
              features: plans.features,
            })
            .from(plans)
            .where(eq(plans.id, row.planId))
        : [];
      return {
        id: row.id,
        status: row.status,
        plan: plan ?? null,
        billingCycle: row.cycle,
        amount: centsToAmount(
          taxedPrice(
            row.amountCents,
            await taxOfRate(db, row.stripeTaxRateId),
            stepCents(row.currency),
          ).grossCents,
          row.currency,
        ),
        currency: row.currency,
        currentPeriodEnd: row.currentPeriodEnd?.toISOString() ?? null,
        cancelAtPeriodEnd: row.cancelAtPeriodEnd,
        card: row.card,
        createdAt: row.createdAt.toISOString(),
      };
    },
  };
}
