import type Stripe from 'stripe';

import type { BillingCycle } from '~/contract/plans';
import type { Database } from '../db/client';
import { planPrices } from '../db/schema/billing';
import type { plans } from '../db/schema/plans';
import { toStripeAmount } from './amounts';
import { isMissing } from './failures';

export type PlanRow = typeof plans.$inferSelect;

/** What is charged each time: a month's price, or twelve of those paid by the year. */
export const chargeOf = (
  plan: Pick<PlanRow, 'monthlyCents' | 'yearlyCents'>,
  cycle: BillingCycle,
): number => (cycle === 'yearly' ? plan.yearlyCents * 12 : plan.monthlyCents);

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

/**
 * The plan's price at Stripe, found by a key that names all that it consists of: when an admin changes an
 * amount the next subscriber gets a new price, and whoever has subscribed stays on theirs.
 */
export async function priceOf(
  db: Database,
  stripe: Stripe,
  plan: PlanRow,
  cycle: BillingCycle,
  currency: string,
): Promise<string> {
  const amountCents = chargeOf(plan, cycle);
  const amount = toStripeAmount(amountCents, currency);
  const lookupKey = `plan_${plan.id}_${cycle}_${amountCents}_${currency.toLowerCase()}`;
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
      { idempotencyKey: `price:${lookupKey}` },
    ));
  if (price.unit_amount !== amount) {
    throw new Error(`the price ${price.id} at Stripe has another amount than its key says`);
  }
  const row = { planId: plan.id, cycle, amountCents, currency };
  await db
    .insert(planPrices)
    .values({ ...row, stripePriceId: price.id })
    .onConflictDoUpdate({
      target: [planPrices.planId, planPrices.cycle, planPrices.amountCents, planPrices.currency],
      set: { stripePriceId: price.id },
    });
  return price.id;
}
