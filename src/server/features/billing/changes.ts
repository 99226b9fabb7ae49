import { eq } from 'drizzle-orm';
import type Stripe from 'stripe';

import type { ChangePreview } from '~/contract/billing/billing-schema';
import { centsToAmount } from '~/contract/common/currencies';
import { AppError } from '~/contract/common/errors';
import { fromStripeAmount } from '~/server/features/payments/amounts';
import { isPassing } from '~/server/features/payments/failures';
import { idOf } from '~/server/features/payments/stripe';
import type { Database } from '~/server/platform/db/client';
import { subscriptions } from '~/server/platform/db/schema/billing';
import type { SubscriptionRow } from './apply-subscription';
import { type Choice, offeredPlan } from './checkout';
import { offeredTax, type PlanTaxes, rejectMissing, taxedCharge } from './plan-tax';
import { priceOf } from './prices';
import type { NextTax, Retax } from './retax';
import type { Sync } from './sync';

/** Seconds for which a previewed amount can be confirmed. */
const previewSeconds = 15 * 60;

export interface Confirmation extends Choice {
  amountDue: string;
  countedAt: number;
}

/**
 * Changes the plan or cycle: previews the amount, then charges exactly that amount. The tax and the invoice are based
 * on the client's current billing data. The unused time of the previous plan is credited with the tax that was paid for
 * it.
 */
export function createChanges(
  db: Database,
  deps: {
    sync: Sync;
    retax: Pick<Retax, 'next' | 'keepPaid'>;
    taxes: Pick<PlanTaxes, 'billingOf'>;
    now?: () => number;
  },
) {
  const now = deps.now ?? Date.now;

  async function count(
    stripe: Stripe,
    row: SubscriptionRow,
    choice: Choice,
    countedAt: number,
  ): Promise<{ preview: ChangePreview; price: string; item: string; next: NextTax }> {
    if (row.status !== 'active' && row.status !== 'trialing') {
      throw new AppError('CONFLICT', 'Please update your card before you change the plan.');
    }
    if (row.cancelAtPeriodEnd) {
      throw new AppError('CONFLICT', 'Please resume your subscription before you change the plan.');
    }
    const plan = await offeredPlan(db, choice);
    // The currency of a subscription cannot change.
    const price = await priceOf(db, stripe, plan, choice.cycle, row.currency);
    const current = await stripe.subscriptions.retrieve(row.stripeSubscriptionId, {
      expand: ['latest_invoice'],
    });
    const item = current.items.data[0];
    if (!item) throw new Error(`the subscription ${current.id} has no price`);
    if (item.price.id === price) throw new AppError('CONFLICT', 'This is the plan that you have.');
    const next = await deps.retax.next(stripe, row);
    await deps.retax.keepPaid(stripe, current, next);
    const invoice = await stripe.invoices.createPreview({
      customer: idOf(current.customer) ?? '',
      subscription: current.id,
      subscription_details: {
        items: [{ id: item.id, price, tax_rates: '' }],
        proration_behavior: 'always_invoice',
        proration_date: countedAt,
        default_tax_rates: next.rates,
      },
    });
    const { currency } = row;
    const centsOf = (amount: number) => Math.max(0, fromStripeAmount(amount, currency));
    const { grossCents } = taxedCharge(plan, choice.cycle, { currency, tax: next.tax });
    return {
      item: item.id,
      price,
      next,
      preview: {
        planId: plan.id,
        billingCycle: choice.cycle,
        amountDue: centsToAmount(centsOf(invoice.amount_due), currency),
        credit: centsToAmount(centsOf(-invoice.total), currency),
        amount: centsToAmount(fromStripeAmount(grossCents, currency), currency),
        tax: next.tax && offeredTax(plan, choice.cycle, { currency, tax: next.tax }),
        billing: await deps.taxes.billingOf(row.userId),
        currency,
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
      const { preview, price, item, next } = await count(stripe, row, given, given.countedAt);
      rejectMissing(preview.billing);
      if (preview.amountDue !== given.amountDue) throw changed;
      const id = row.stripeSubscriptionId;
      const rate = next.rates[0] ?? '';
      const setBuyer = (taxedBuyer: SubscriptionRow['taxedBuyer']) =>
        db
          .update(subscriptions)
          .set({ taxedBuyer })
          .where(eq(subscriptions.stripeSubscriptionId, id));
      // Stores the buyer before the charge, because the event of the payment can arrive before the response.
      await setBuyer(next.buyer);
      try {
        await stripe.subscriptions.update(
          id,
          {
            items: [{ id: item, price, tax_rates: '' }],
            proration_behavior: 'always_invoice',
            proration_date: given.countedAt,
            default_tax_rates: next.rates,
            // A declined card leaves the subscription unchanged.
            payment_behavior: 'error_if_incomplete',
          },
          { idempotencyKey: `change:${id}:${price}:${rate}:${given.countedAt}` },
        );
      } catch (error) {
        if (!isPassing(error)) await setBuyer(row.taxedBuyer);
        throw error;
      }
      const { data } = await stripe.invoices.list({ subscription: id, limit: 3 });
      await deps.sync.run(stripe, {
        subscriptions: [id],
        invoices: data.map((invoice) => invoice.id),
      });
    },
  };
}
