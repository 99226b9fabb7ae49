import { and, eq, isNull } from 'drizzle-orm';
import type Stripe from 'stripe';

import { hasEnded, isLive } from '~/contract/billing/billing';
import { centsPerUnit } from '~/contract/common/currencies';
import { AppError } from '~/contract/common/errors';
import { chargeCents } from '~/contract/plans/plan-charges';
import type { BillingCycle } from '~/contract/plans/plans';
import type { AccountSource } from '~/server/features/payments/account';
import { toStripeAmount } from '~/server/features/payments/amounts';
import { isInvalidRequest, isMissing } from '~/server/features/payments/failures';
import { idOf } from '~/server/features/payments/stripe';
import type { Database } from '~/server/platform/db/client';
import { checkouts, subscriptions } from '~/server/platform/db/schema/billing';
import { plans } from '~/server/platform/db/schema/plans';
import { otherLiveOf } from './apply-subscription';
import { customerOf, type Payer } from './customers';
import type { Checkout, Leases } from './leases';
import { type PlanTaxes, rejectMissing, taxedCharge } from './plan-tax';
import { type PlanRow, priceOf } from './prices';
import type { Sync } from './sync';

export interface Choice {
  planId: number;
  cycle: BillingCycle;
}

export async function offeredPlan(db: Database, { planId, cycle }: Choice): Promise<PlanRow> {
  const [plan] = await db
    .select()
    .from(plans)
    .where(and(eq(plans.id, planId), eq(plans.isActive, true), isNull(plans.deletedAt)));
  if (!plan) throw new AppError('NOT_FOUND', 'This plan is not available');
  if (chargeCents(plan, cycle) <= 0) {
    throw new AppError('BAD_REQUEST', 'This plan has no price yet. Please write to us about it.');
  }
  return plan;
}

/** Price and Stripe tax rate to charge. The rate is empty if plans are not taxed. */
interface Offer {
  price: string;
  taxRate: string;
}

function secretOf(subscription: Stripe.Subscription): string {
  const invoice = subscription.latest_invoice;
  const secret = typeof invoice === 'object' ? invoice?.confirmation_secret?.client_secret : null;
  if (!secret) throw new Error(`the subscription ${subscription.id} has no client secret`);
  return secret;
}

const expand = ['latest_invoice.confirmation_secret'];

/**
 * Returns whether the first invoice of a subscription can still be paid. The invoice is void if canceling the
 * subscription failed after voiding the invoice.
 */
const isPayable = ({ status, latest_invoice: invoice }: Stripe.Subscription): boolean =>
  status === 'incomplete' && typeof invoice === 'object' && invoice?.status === 'open';

const alreadySubscribed = () =>
  new AppError('CONFLICT', 'You’re already subscribed. You can switch plans on your dashboard.');

const priceChanged = () => {
  const message = 'The price has changed. Please check it again.';
  return new AppError('CONFLICT', message, { issues: [{ path: 'amountDue', message }] });
};

/**
 * Creates the subscription that a client is about to pay. A lease admits one call per client at a time. Existing objects
 * are read from Stripe, and new ones are created under stored idempotency keys. Repeated and concurrent calls, and calls
 * after a crash, therefore result in one customer and one subscription.
 */
export function createCheckout(
  db: Database,
  deps: {
    sync: Sync;
    leases: Leases;
    account: AccountSource;
    taxes: PlanTaxes;
    getCurrency(): Promise<string>;
  },
) {
  /** Throws if the client has a live subscription in our tables, unless it has ended at Stripe. */
  async function rejectLive(stripe: Stripe, userId: string): Promise<void> {
    const known = await otherLiveOf(db, userId, '');
    if (known.length === 0) return;
    await deps.sync.run(stripe, { subscriptions: known });
    if ((await otherLiveOf(db, userId, '')).length > 0) throw alreadySubscribed();
  }

  /**
   * Updates a subscription that is live at Stripe, because its event may not have arrived yet.
   *
   * @throws CONFLICT always, because the client has a subscription
   */
  async function rejectSubscribed(stripe: Stripe, { id }: Stripe.Subscription): Promise<never> {
    await deps.sync.run(stripe, { subscriptions: [id] });
    throw alreadySubscribed();
  }

  /**
   * Ends an unpaid subscription that another one replaces, by voiding its invoice. Stripe rejects this if the invoice
   * was paid. Canceling the subscription directly could end it just after the client paid, without a refund.
   */
  async function discard(stripe: Stripe, unpaid: Stripe.Subscription): Promise<void> {
    const invoice = idOf(unpaid.latest_invoice);
    if (invoice) {
      await stripe.invoices.voidInvoice(invoice).catch((error) => {
        // The invoice is paid, processing or void: the next request shows which.
        if (!isInvalidRequest(error)) throw error;
      });
    }
    const now = await stripe.subscriptions.retrieve(unpaid.id, { expand: ['latest_invoice'] });
    if (isLive(now.status)) await rejectSubscribed(stripe, now);
    if (hasEnded(now.status)) return;
    const latest = typeof now.latest_invoice === 'object' ? now.latest_invoice : null;
    if (latest && latest.status !== 'void') {
      throw new AppError(
        'CONFLICT',
        'Another payment of yours is still being worked on. Please try again in a moment.',
      );
    }
    // Without a payable invoice, the subscription can be canceled safely.
    await stripe.subscriptions.cancel(unpaid.id).catch((error) => {
      if (!isMissing(error)) throw error;
    });
  }

  /** Finds a payable subscription with a price and tax, and ends other unpaid ones. @returns undefined if there is none */
  async function unpaidAt(stripe: Stripe, customer: string, { price, taxRate }: Offer) {
    const { data } = await stripe.subscriptions.list({
      customer,
      status: 'all',
      limit: 100,
      expand: expand.map((path) => `data.${path}`),
    });
    const live = data.find(({ status }) => isLive(status));
    if (live) await rejectSubscribed(stripe, live);
    const unpaid = data.filter(({ status }) => status === 'incomplete');
    const same = unpaid.find(
      (one) =>
        isPayable(one) &&
        one.items.data[0]?.price.id === price &&
        (idOf(one.default_tax_rates?.[0]) ?? '') === taxRate,
    );
    const others = unpaid.filter((one) => one !== same);
    for (const other of others) await discard(stripe, other);
    return { same, others: others.map(({ id }) => id) };
  }

  async function makeUnder(stripe: Stripe, key: string, customer: string, offer: Offer) {
    const { price, taxRate } = offer;
    return stripe.subscriptions.create(
      {
        customer,
        items: [{ price }],
        ...(taxRate && { default_tax_rates: [taxRate] }),
        payment_behavior: 'default_incomplete',
        payment_settings: { save_default_payment_method: 'on_subscription' },
        expand,
      },
      { idempotencyKey: key },
    );
  }

  async function make(stripe: Stripe, checkout: Checkout, customer: string, offer: Offer) {
    // The key includes price and tax rate, because Stripe accepts only identical requests under one key.
    const stripePriceId = [offer.price, offer.taxRate].filter(Boolean).join(' ');
    const isUnfinished =
      checkout.key !== '' &&
      checkout.stripeSubscriptionId === null &&
      checkout.stripePriceId === stripePriceId;
    if (isUnfinished) {
      const made = await makeUnder(stripe, checkout.key, customer, offer);
      // The response under the idempotency key shows the subscription as created. It may have expired or been voided since.
      const now = await stripe.subscriptions.retrieve(made.id, { expand: ['latest_invoice'] });
      if (isPayable(now)) return made;
      // Throws if the subscription was just paid or is processing, because a second one would be charged as well.
      if (!hasEnded(now.status)) await discard(stripe, now);
    }
    const key = `subscription:${crypto.randomUUID()}`;
    await db
      .update(checkouts)
      .set({ key, stripePriceId, stripeSubscriptionId: null })
      .where(eq(checkouts.userId, checkout.userId));
    return makeUnder(stripe, key, customer, offer);
  }

  return async (
    stripe: Stripe,
    payer: Payer,
    choice: Choice,
    amountDue?: string,
  ): Promise<string> => {
    const plan = await offeredPlan(db, choice);
    const currency = await deps.getCurrency();
    rejectMissing(await deps.taxes.billingOf(payer.id));
    // Determines the tax before the lease is acquired, because a VAT number check can take longer than the lease.
    const tax = await deps.taxes.of(payer.id);
    if (amountDue !== undefined) {
      const shown = toStripeAmount(
        Math.round(Number(amountDue) * centsPerUnit(currency)),
        currency,
      );
      const { grossCents } = taxedCharge(plan, choice.cycle, { currency, tax });
      if (shown !== grossCents) throw priceChanged();
    }

    async function attempt(checkout: Checkout, isDoubted: boolean): Promise<string> {
      const account = await deps.account();
      const customer = await customerOf(db, stripe, payer, { account, isDoubted });
      await rejectLive(stripe, payer.id);
      const price = await priceOf(db, stripe, plan, choice.cycle, currency);
      const taxRate = tax ? await deps.taxes.rateIdOf(stripe, tax) : '';
      const offer = { price, taxRate };
      const { same, others } = await unpaidAt(stripe, customer, offer);
      const subscription = same ?? (await make(stripe, checkout, customer, offer));
      await deps.sync.run(stripe, { subscriptions: [...others, subscription.id] }, async (tx) => {
        await tx
          .update(checkouts)
          .set({ stripeSubscriptionId: subscription.id })
          .where(eq(checkouts.userId, payer.id));
        await tx
          .update(subscriptions)
          .set({ taxedBuyer: tax?.buyer ?? null })
          .where(eq(subscriptions.stripeSubscriptionId, subscription.id));
      });
      return secretOf(subscription);
    }

    return deps.leases.run(payer.id, async (checkout) => {
      try {
        return await attempt(checkout, false);
      } catch (error) {
        if (!isMissing(error)) throw error;
        // The customer was deleted at Stripe: starts again with a new customer.
        return attempt({ ...checkout, key: '' }, true);
      }
    });
  };
}
