import { and, eq, inArray, ne, sql } from 'drizzle-orm';

import { liveStatuses } from '~/contract/billing';
import type { Database } from '../db/client';
import { planPrices, subscriptions } from '../db/schema/billing';
import { users } from '../db/schema/identity';
import { plans } from '../db/schema/plans';
import type { SubscriptionFacts } from './facts';

export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
type Executor = Pick<Database, 'select'>;
export type SubscriptionRow = typeof subscriptions.$inferSelect;

export interface Owner {
  id: string;
  email: string;
  firstName: string;
}

export async function ownerOf(db: Executor, customer: string): Promise<Owner | undefined> {
  const [owner] = await db
    .select({ id: users.id, email: users.email, firstName: users.firstName })
    .from(users)
    .where(eq(users.stripeCustomerId, customer));
  return owner;
}

/** Until the transaction ends, nobody else writes what this client has. */
export async function holdOwner(tx: Transaction, owner: Owner): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`billing:${owner.id}`}, 0))`,
  );
}

export const isLive = (status: SubscriptionRow['status']): boolean =>
  liveStatuses.some((live) => live === status);

/** Others that are live by our tables: before this one can be, it must be known whether they still are. */
export async function otherLiveOf(db: Executor, userId: string, id: string): Promise<string[]> {
  const rows = await db
    .select({ id: subscriptions.stripeSubscriptionId })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, userId),
        ne(subscriptions.stripeSubscriptionId, id),
        inArray(subscriptions.status, [...liveStatuses]),
      ),
    );
  return rows.map((row) => row.id);
}

/**
 * Writes down what was read of a subscription, unless something newer was written already.
 *
 * @param readAt when the reading began
 * @returns the row before and after; undefined where it is none of ours, or nothing was written
 */
export async function applySubscription(
  tx: Transaction,
  owner: Owner,
  facts: SubscriptionFacts,
  readAt: Date,
): Promise<
  { before: SubscriptionRow | undefined; after: SubscriptionRow; planName: string } | undefined
> {
  const [price] = await tx
    .select({ planId: planPrices.planId, cycle: planPrices.cycle, planName: plans.name })
    .from(planPrices)
    .innerJoin(plans, eq(plans.id, planPrices.planId))
    .where(eq(planPrices.stripePriceId, facts.priceId));
  if (!price) return undefined;
  const [before] = await tx
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.stripeSubscriptionId, facts.id));
  const state = {
    planId: price.planId,
    cycle: price.cycle,
    amountCents: facts.amountCents,
    currency: facts.currency,
    status: facts.status,
    currentPeriodEnd: facts.currentPeriodEnd,
    cancelAtPeriodEnd: facts.cancelAtPeriodEnd,
    canceledAt: facts.canceledAt,
    card: facts.card,
    syncedAt: readAt,
    updatedAt: new Date(),
  };
  const [after] = await tx
    .insert(subscriptions)
    .values({ ...state, userId: owner.id, stripeSubscriptionId: facts.id })
    .onConflictDoUpdate({
      target: subscriptions.stripeSubscriptionId,
      set: state,
      setWhere: sql`${subscriptions.syncedAt} <= excluded.synced_at`,
    })
    .returning();
  return after && { before, after, planName: price.planName };
}
