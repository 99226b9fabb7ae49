import { and, eq, inArray } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type Stripe from 'stripe';

import { priceToCents } from '~/contract/common/currencies';
import { chargeCents } from '~/contract/plans/plan-charges';
import type { BillingCycle } from '~/contract/plans/plans';
import { toStripeAmount } from '~/server/features/payments/amounts';
import { isMissing } from '~/server/features/payments/failures';
import type { Database } from '~/server/platform/db/client';
import { formerPrices, planPrices } from '~/server/platform/db/schema/billing';
import { plans } from '~/server/platform/db/schema/plans';

export type PlanRow = typeof plans.$inferSelect;

async function productOf(stripe: Stripe, plan: PlanRow): Promise<string> {
  const id = `plan_${plan.id}`;
  try {
    return (await stripe.products.retrieve(id)).id;
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  const made = await stripe.products.create(
    { id, name: plan.name, metadata: { planId: String(plan.id) } },
    { idempotencyKey: `product:${id}` },
  );
  return made.id;
}

type PlanAmount = Pick<
  typeof planPrices.$inferSelect,
  'planId' | 'cycle' | 'amountCents' | 'currency'
>;

const isOfAmount = (row: PlanAmount) =>
  and(
    eq(planPrices.planId, row.planId),
    eq(planPrices.cycle, row.cycle),
    eq(planPrices.amountCents, row.amountCents),
    eq(planPrices.currency, row.currency),
  );

/** Returns the latest price id stored for this amount, or an empty string. */
async function currentPrice(db: Database, row: PlanAmount): Promise<string> {
  const [current] = await db
    .select({ id: planPrices.stripePriceId })
    .from(planPrices)
    .where(isOfAmount(row));
  return current?.id ?? '';
}

/**
 * Stores the price id of an amount. Earlier ids remain stored, because subscriptions keep the price with which they
 * began.
 */
const storePrice = (db: Database, row: PlanAmount, stripePriceId: string) =>
  db.transaction(async (tx) => {
    const [previous] = await tx
      .select({ id: planPrices.stripePriceId })
      .from(planPrices)
      .where(isOfAmount(row))
      .for('update');
    if (previous && previous.id !== stripePriceId) {
      const { planId, cycle } = row;
      await tx
        .insert(formerPrices)
        .values({ stripePriceId: previous.id, planId, cycle })
        .onConflictDoNothing();
    }
    await tx
      .insert(planPrices)
      .values({ ...row, stripePriceId })
      .onConflictDoUpdate({
        target: [planPrices.planId, planPrices.cycle, planPrices.amountCents, planPrices.currency],
        set: { stripePriceId },
      });
  });

/**
 * Returns the Stripe price of a plan, found by a lookup key that contains all of its properties. When an admin changes an
 * amount, new subscribers get a new price and existing subscribers keep theirs.
 */
export async function priceOf(
  db: Database,
  stripe: Stripe,
  plan: PlanRow,
  cycle: BillingCycle,
  currency: string,
): Promise<string> {
  const amountCents = priceToCents(chargeCents(plan, cycle), currency);
  const amount = toStripeAmount(amountCents, currency);
  const lookupKey = `plan_${plan.id}_${cycle}_${amountCents}_${currency.toLowerCase()}`;
  const row = { planId: plan.id, cycle, amountCents, currency };
  const found = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
  const price =
    found.data[0] ??
    (await stripe.prices.create(
      {
        product: await productOf(stripe, plan),
        lookup_key: lookupKey,
        transfer_lookup_key: true,
        unit_amount: amount,
        currency: currency.toLowerCase(),
        recurring: { interval: cycle === 'yearly' ? 'year' : 'month' },
        metadata: { planId: String(plan.id) },
      },
      // With the idempotency key of an archived price, Stripe would return that price again.
      { idempotencyKey: `price:${lookupKey}:after:${await currentPrice(db, row)}` },
    ));
  if (price.unit_amount !== amount) {
    throw new Error(`the price ${price.id} at Stripe has another amount than its key says`);
  }
  await storePrice(db, row, price.id);
  return price.id;
}

export interface KnownPrice {
  planId: number;
  planName: string;
  cycle: BillingCycle;
}

/**
 * Returns the plan and cycle that have, or had, one of these prices; undefined if there is none.
 */
export async function knownPrice(
  db: Pick<Database, 'select'>,
  stripePriceIds: readonly string[],
): Promise<KnownPrice | undefined> {
  if (stripePriceIds.length === 0) return undefined;
  const ids = [...stripePriceIds];
  const columns = { planId: plans.id, planName: plans.name };
  const [known] = await unionAll(
    db
      .select({ ...columns, cycle: planPrices.cycle })
      .from(planPrices)
      .innerJoin(plans, eq(plans.id, planPrices.planId))
      .where(inArray(planPrices.stripePriceId, ids)),
    db
      .select({ ...columns, cycle: formerPrices.cycle })
      .from(formerPrices)
      .innerJoin(plans, eq(plans.id, formerPrices.planId))
      .where(inArray(formerPrices.stripePriceId, ids)),
  ).limit(1);
  return known;
}
