import { eq, sql } from 'drizzle-orm';
import type Stripe from 'stripe';

import type { Buyer } from '~/contract/documents/documents-schema';
import type { Database } from '~/server/platform/db/client';
import { subscriptions } from '~/server/platform/db/schema/billing';
import type { SubscriptionRow } from './apply-subscription';
import type { PlanTax, PlanTaxes } from './plan-tax';
import type { Sync } from './sync';

/** Tax of the next charge of a subscription. */
export interface NextTax {
  /** Stripe tax rates, as Stripe's parameter; empty if the charge is not taxed. */
  rates: [string] | '';
  /** Null if plans are not taxed, and for a rate that was set manually at Stripe. */
  tax: PlanTax | null;
  /** Billing data for the invoice; null to use the client's data at that time. */
  buyer: Buyer | null;
}

type Taxed = Pick<SubscriptionRow, 'stripeSubscriptionId' | 'userId' | 'stripeTaxRateId'>;

/** Adjusts the tax of subscriptions to the clients' current billing data and the settings. Past charges keep their tax. */
export function createRetax(
  db: Database,
  { taxes, sync }: { taxes: Pick<PlanTaxes, 'of' | 'ofRate' | 'rateIdOf'>; sync: Sync },
) {
  /** Returns the tax for the next charge. A rate that was set manually at Stripe does not change. */
  async function next(
    stripe: Stripe,
    { userId, stripeTaxRateId: rateId }: Taxed,
  ): Promise<NextTax> {
    if (rateId && !(await taxes.ofRate(rateId))) {
      return { rates: [rateId], tax: null, buyer: null };
    }
    const tax = await taxes.of(userId);
    const rates: NextTax['rates'] = tax ? [await taxes.rateIdOf(stripe, tax)] : '';
    return { rates, tax, buyer: tax?.buyer ?? null };
  }

  return {
    next,

    /** Sets the tax of the next charge at Stripe. */
    async run(stripe: Stripe, row: Taxed): Promise<NextTax> {
      const { stripeSubscriptionId: id } = row;
      const found = await next(stripe, row);
      const store = (tx: Pick<Database, 'update'>) =>
        tx
          .update(subscriptions)
          .set({ taxedBuyer: found.buyer, taxedAt: sql`now()` })
          .where(eq(subscriptions.stripeSubscriptionId, id));
      if ((found.rates[0] ?? '') === row.stripeTaxRateId) {
        await store(db);
        return found;
      }
      await stripe.subscriptions.update(id, { default_tax_rates: found.rates });
      await sync.run(stripe, { subscriptions: [id] }, async (tx) => {
        await store(tx);
      });
      return found;
    },
  };
}

export type Retax = ReturnType<typeof createRetax>;
