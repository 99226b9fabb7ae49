import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';

import type { Database } from '~/server/platform/db/client';
import { subscriptions } from '~/server/platform/db/schema/billing';
import type { SubscriptionRow } from './apply-subscription';
import type { PlanTaxes } from './plan-tax';
import type { Sync } from './sync';

export interface Retaxing {
  sync: Pick<Sync, 'run'>;
  taxes: Pick<PlanTaxes, 'of' | 'ofRate' | 'rateIdOf'>;
}

/**
 * Updates the tax and the buyer of a subscription's next charges to the client's current billing data and the settings. Past
 * charges keep theirs. A rate that was set manually at Stripe does not change.
 *
 * @returns the id of the Stripe tax rate; empty without tax
 */
export async function retax(
  db: Database,
  stripe: Stripe,
  { sync, taxes }: Retaxing,
  row: Pick<SubscriptionRow, 'stripeSubscriptionId' | 'userId' | 'stripeTaxRateId'>,
): Promise<string> {
  const { stripeSubscriptionId: id, userId, stripeTaxRateId: rateId } = row;
  if (rateId && !(await taxes.ofRate(rateId))) return rateId;
  const tax = await taxes.of(userId);
  const wanted = tax ? await taxes.rateIdOf(stripe, tax) : '';
  await db
    .update(subscriptions)
    .set({ taxedBuyer: tax?.buyer ?? null })
    .where(eq(subscriptions.stripeSubscriptionId, id));
  if (wanted === rateId) return rateId;
  await stripe.subscriptions.update(id, { default_tax_rates: wanted ? [wanted] : '' });
  await sync.run(stripe, { subscriptions: [id] });
  return wanted;
}
