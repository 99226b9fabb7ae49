import type Stripe from 'stripe';

import type { ChangePreview } from '~/contract/billing/billing-schema';
import { centsToAmount, priceToCents, stepCents } from '~/contract/common/currencies';
import { AppError } from '~/contract/common/errors';
import { chargeCents } from '~/contract/plans/plan-charges';
import { fromStripeAmount } from '~/server/features/payments/amounts';
import { idOf } from '~/server/features/payments/stripe';
import type { Database } from '~/server/platform/db/client';
import type { SubscriptionRow } from './apply-subscription';
import { type Choice, offeredPlan } from './checkout';
import { taxedPrice } from './plan-tax';
import { priceOf } from './prices';
import { type Retaxing, retax } from './retax';
import type { Sync } from './sync';

/** Seconds for which a previewed amount can be confirmed. */
const previewSeconds = 15 * 60;

export interface Confirmation extends Choice {
  amountDue: string;
  countedAt: number;
}

/** Changes the plan or cycle: previews the amount, then charges exactly that amount. */
export function createChanges(
  db: Database,
  deps: {
    sync: Sync;
    taxes: Retaxing['taxes'];
    getCurrency(): Promise<string>;
    now?: () => number;
  },
) {
  const now = deps.now ?? Date.now;

  async function count(
    stripe: Stripe,
    row: SubscriptionRow,
    choice: Choice,
    countedAt: number,
  ): Promise<{ preview: ChangePreview; price: string; item: string }> {
    if (row.status !== 'active' && row.status !== 'trialing') {
      throw new AppError('CONFLICT', 'Please update your card before you change the plan.');
    }
    if (row.cancelAtPeriodEnd) {
      throw new AppError('CONFLICT', 'Please resume your subscription before you change the plan.');
    }
    const plan = await offeredPlan(db, choice);
    // The currency of a subscription cannot change.
    const price = await priceOf(db, stripe, plan, choice.cycle, row.currency);
    // The change is charged at once, by the client's billing data of now.
    const rateId = await retax(db, stripe, deps, row);
    const current = await stripe.subscriptions.retrieve(row.stripeSubscriptionId);
    const item = current.items.data[0];
    if (!item) throw new Error(`the subscription ${current.id} has no price`);
    if (item.price.id === price) throw new AppError('CONFLICT', 'This is the plan that you have.');
    const invoice = await stripe.invoices.createPreview({
      customer: idOf(current.customer) ?? '',
      subscription: current.id,
      subscription_details: {
        items: [{ id: item.id, price }],
        proration_behavior: 'always_invoice',
        proration_date: countedAt,
      },
    });
    const centsOf = (amount: number) => Math.max(0, fromStripeAmount(amount, row.currency));
    return {
      item: item.id,
      price,
      preview: {
        planId: plan.id,
        billingCycle: choice.cycle,
        amountDue: centsToAmount(centsOf(invoice.amount_due), row.currency),
        credit: centsToAmount(centsOf(-invoice.total), row.currency),
        amount: centsToAmount(
          taxedPrice(
            priceToCents(chargeCents(plan, choice.cycle), row.currency),
            await deps.taxes.ofRate(rateId),
            stepCents(row.currency),
          ).grossCents,
          row.currency,
        ),
        currency: row.currency,
        countedAt,
      },
    };
  }

  return {
    async preview(stripe: Stripe, row: SubscriptionRow, choice: Choice): Promise<ChangePreview> {
      return (await count(stripe, row, choice, Math.floor(now() / 1000))).preview;
    },

    async confirm(stripe: Stripe, row: SubscriptionRow, given: Confirmation): Promise<void> {
      const age = Math.floor(now() / 1000) - given.countedAt;
      const changed = new AppError('CONFLICT', 'The amount has changed. Please check it again.');
      if (age < -5 || age > previewSeconds) throw changed;
      const { preview, price, item } = await count(stripe, row, given, given.countedAt);
      if (preview.amountDue !== given.amountDue) throw changed;
      const id = row.stripeSubscriptionId;
      await stripe.subscriptions.update(
        id,
        {
          items: [{ id: item, price }],
          proration_behavior: 'always_invoice',
          proration_date: given.countedAt,
          // A declined card leaves the subscription unchanged.
          payment_behavior: 'error_if_incomplete',
        },
        { idempotencyKey: `change:${id}:${price}:${given.countedAt}` },
      );
      const { data } = await stripe.invoices.list({ subscription: id, limit: 3 });
      await deps.sync.run(stripe, {
        subscriptions: [id],
        invoices: data.map((invoice) => invoice.id),
      });
    },
  };
}
