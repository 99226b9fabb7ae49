import { and, eq, inArray, ne, or, sql } from 'drizzle-orm';

import type { SubscriptionStatus } from '~/contract/billing/billing';
import { describeAccount } from '~/server/features/payments/account';
import type { Database } from '~/server/platform/db/client';
import { subscriptions } from '~/server/platform/db/schema/billing';
import { users } from '~/server/platform/db/schema/identity';
import { isLiveSubscription, isNotEnded } from './figures';
import { knownPrice } from './prices';
import type { SubscriptionSnapshot } from './snapshots';
import { emitSubscription } from './subscription.rows';

export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
type Executor = Pick<Database, 'select'>;
export type SubscriptionRow = typeof subscriptions.$inferSelect;

export interface Owner {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
}

/**
 * Finds the client of an object at Stripe. A stored subscription keeps its client, regardless of which of the client's
 * customers is charged. Any other object belongs to the client of its customer.
 */
export async function ownerOf(
  db: Executor,
  { customer, subscription }: { customer?: string | undefined; subscription?: string | undefined },
): Promise<Owner | undefined> {
  const ownerOfKnown = db
    .select({ id: subscriptions.userId })
    .from(subscriptions)
    .where(eq(subscriptions.stripeSubscriptionId, subscription ?? ''));
  const isOfKnown = inArray(users.id, ownerOfKnown);
  const [owner] = await db
    .select({
      id: users.id,
      email: users.email,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(users)
    .where(or(isOfKnown, eq(users.stripeCustomerId, customer ?? '')))
    .orderBy(sql`${isOfKnown} desc`)
    .limit(1);
  return owner;
}

/** Locks the client's billing rows until the transaction ends. */
export async function holdOwner(tx: Transaction, owner: Owner): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`billing:${owner.id}`}, 0))`,
  );
}

/**
 * Returns the ids of the client's other live subscriptions in our tables. Each must be read at
 * Stripe before this one can become live.
 */
export async function otherLiveOf(db: Executor, userId: string, id: string): Promise<string[]> {
  const rows = await db
    .select({ id: subscriptions.stripeSubscriptionId })
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, userId),
        ne(subscriptions.stripeSubscriptionId, id),
        isLiveSubscription,
      ),
    );
  return rows.map((row) => row.id);
}

export interface WrittenSubscription {
  before: SubscriptionRow | undefined;
  after: SubscriptionRow;
  /** Name of the plan; null if the subscription's price belongs to no plan. */
  planName: string | null;
}

/**
 * Writes the snapshot of a subscription, unless a newer one was written. If the price is unknown, the subscription
 * keeps its plan, if any, and gets a note for the admin.
 *
 * @param readAt when reading the snapshot from Stripe began
 * @param account Stripe account from which the snapshot was read
 * @returns the row before and after; undefined if nothing was written
 */
export async function applySubscription(
  tx: Transaction,
  owner: Owner,
  snapshot: SubscriptionSnapshot,
  { readAt, account }: { readAt: Date; account: string },
): Promise<WrittenSubscription | undefined> {
  const price = await knownPrice(tx, snapshot.priceIds);
  const [before] = await tx
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.stripeSubscriptionId, snapshot.id));
  const state = {
    planId: price?.planId ?? before?.planId ?? null,
    cycle: price?.cycle ?? snapshot.cycle,
    amountCents: snapshot.amountCents,
    currency: snapshot.currency,
    status: snapshot.status,
    stripeAccount: account,
    missingIn: '',
    note: price ? '' : `Paid at a price this site does not know: ${snapshot.priceIds.join(', ')}`,
    currentPeriodEnd: snapshot.currentPeriodEnd,
    cancelAtPeriodEnd: snapshot.cancelAtPeriodEnd,
    canceledAt: snapshot.canceledAt,
    card: snapshot.card,
    stripeTaxRateId: snapshot.taxRateId,
    syncedAt: readAt,
    updatedAt: new Date(),
  };
  const [after] = await tx
    .insert(subscriptions)
    .values({ ...state, userId: owner.id, stripeSubscriptionId: snapshot.id })
    .onConflictDoUpdate({
      target: subscriptions.stripeSubscriptionId,
      set: state,
      setWhere: sql`${subscriptions.syncedAt} <= excluded.synced_at`,
    })
    .returning();
  if (after) await emitSubscription(tx, before, after);
  return after && { before, after, planName: price?.planName ?? null };
}

/** Returns the note for the admin; empty if there is no note, or if the subscription is not stored. */
export async function noteOf(db: Executor, stripeSubscriptionId: string): Promise<string> {
  const [row] = await db
    .select({ note: subscriptions.note })
    .from(subscriptions)
    .where(eq(subscriptions.stripeSubscriptionId, stripeSubscriptionId));
  return row?.note ?? '';
}

/** Returns the final status of a subscription that Stripe no longer has. */
const endOf = (status: SubscriptionStatus): SubscriptionStatus =>
  status === 'incomplete' || status === 'incomplete_expired' ? 'incomplete_expired' : 'canceled';

/**
 * Ends a subscription that Stripe does not have: the keys now belong to another mode or account, or the subscription was
 * deleted at Stripe. Subscriptions that have ended stay unchanged.
 */
export async function endMissing(
  tx: Transaction,
  stripeSubscriptionId: string,
  { readAt, account }: { readAt: Date; account: string },
): Promise<SubscriptionRow | undefined> {
  const [row] = await tx
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.stripeSubscriptionId, stripeSubscriptionId),
        or(isNotEnded, ne(subscriptions.missingIn, '')),
      ),
    );
  if (!row || row.syncedAt > readAt) return undefined;
  const [ended] = await tx
    .update(subscriptions)
    .set({
      status: endOf(row.status),
      canceledAt: row.canceledAt ?? readAt,
      missingIn: account,
      note: `Ended here: ${describeAccount(account)} does not have this subscription.`,
      syncedAt: readAt,
      updatedAt: new Date(),
    })
    .where(eq(subscriptions.id, row.id))
    .returning();
  if (ended) await emitSubscription(tx, row, ended);
  return ended;
}
