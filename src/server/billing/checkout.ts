import { and, eq, isNull } from 'drizzle-orm';
import type Stripe from 'stripe';

import { Refusal } from '~/contract/errors';
import type { BillingCycle } from '~/contract/plans';
import type { Database } from '../db/client';
import { checkouts } from '../db/schema/billing';
import { plans } from '../db/schema/plans';
import { isLive } from './apply-subscription';
import { customerOf, type Payer } from './customers';
import { chargeOf, type PlanRow, priceOf } from './prices';
import type { Sync } from './sync';
import type { Checkout, Turns } from './turns';

export interface Choice {
  planId: number;
  cycle: BillingCycle;
}

const ended = new Set<string>(['canceled', 'incomplete_expired']);

export async function offeredPlan(db: Database, { planId, cycle }: Choice): Promise<PlanRow> {
  const [plan] = await db
    .select()
    .from(plans)
    .where(and(eq(plans.id, planId), eq(plans.isActive, true), isNull(plans.deletedAt)));
  if (!plan) throw new Refusal('NOT_FOUND', 'This plan is not offered');
  if (chargeOf(plan, cycle) <= 0) {
    throw new Refusal('BAD_REQUEST', 'This plan has no price yet. Please write to us about it.');
  }
  return plan;
}

function secretOf(subscription: Stripe.Subscription): string {
  const invoice = subscription.latest_invoice;
  const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : null;
  if (!secret) throw new Error(`the subscription ${subscription.id} came without its secret`);
  return secret;
}

const expand = ['latest_invoice.confirmation_secret'];

/**
 * The way to a subscription that is to be paid. One client has one turn at a time; Stripe itself is asked
 * what there is already, and what is made is made under a key that was written down before. So however
 * often this is asked, at once or after we died halfway, there is one customer and one subscription.
 */
export function createCheckout(
  db: Database,
  deps: { sync: Sync; turns: Turns; getCurrency(): Promise<string> },
) {
  /** @returns the unpaid subscription to that price, if there is one; those to others are void after */
  async function unpaidAt(stripe: Stripe, customer: string, price: string) {
    const { data } = await stripe.subscriptions.list({
      customer,
      status: 'all',
      limit: 100,
      expand: expand.map((path) => `data.${path}`),
    });
    const live = data.find(({ status }) => isLive(status as never));
    if (live) {
      // Its event may still be on its way.
      await deps.sync.run(stripe, { subscriptions: [live.id] });
      throw new Refusal(
        'CONFLICT',
        'You already have a subscription. You can change its plan on your dashboard.',
      );
    }
    const unpaid = data.filter(({ status }) => status === 'incomplete');
    const same = unpaid.find(({ items }) => items.data[0]?.price.id === price);
    for (const other of unpaid) {
      if (other !== same) await stripe.subscriptions.cancel(other.id);
    }
    return { same, others: unpaid.filter((one) => one !== same).map(({ id }) => id) };
  }

  async function makeUnder(stripe: Stripe, key: string, customer: string, price: string) {
    return stripe.subscriptions.create(
      {
        customer,
        items: [{ price }],
        payment_behavior: 'default_incomplete',
        payment_settings: { save_default_payment_method: 'on_subscription' },
        expand,
      },
      { idempotencyKey: key },
    );
  }

  async function make(stripe: Stripe, checkout: Checkout, customer: string, price: string) {
    const isUnfinished =
      checkout.key !== '' &&
      checkout.stripeSubscriptionId === null &&
      checkout.stripePriceId === price;
    if (isUnfinished) {
      const made = await makeUnder(stripe, checkout.key, customer, price);
      // Under its key Stripe answers as it did then; by now it may have run out.
      const { status } = await stripe.subscriptions.retrieve(made.id);
      if (!ended.has(status)) return made;
    }
    const key = `subscription:${crypto.randomUUID()}`;
    await db
      .update(checkouts)
      .set({ key, stripePriceId: price, stripeSubscriptionId: null })
      .where(eq(checkouts.userId, checkout.userId));
    return makeUnder(stripe, key, customer, price);
  }

  return async (stripe: Stripe, payer: Payer, choice: Choice): Promise<string> => {
    const plan = await offeredPlan(db, choice);
    const currency = await deps.getCurrency();
    return deps.turns.run(payer.id, async (checkout) => {
      const customer = await customerOf(db, stripe, payer);
      const price = await priceOf(db, stripe, plan, choice.cycle, currency);
      const { same, others } = await unpaidAt(stripe, customer, price);
      const subscription = same ?? (await make(stripe, checkout, customer, price));
      await deps.sync.run(stripe, { subscriptions: [...others, subscription.id] }, async (tx) => {
        await tx
          .update(checkouts)
          .set({ stripeSubscriptionId: subscription.id })
          .where(eq(checkouts.userId, payer.id));
      });
      return secretOf(subscription);
    });
  };
}
