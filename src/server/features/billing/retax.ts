import { eq, sql } from 'drizzle-orm';
import type Stripe from 'stripe';

import type { Buyer } from '~/contract/documents/documents-schema';
import type { TaxCategory } from '~/contract/documents/tax-categories';
import { idOf } from '~/server/features/payments/stripe';
import type { Database } from '~/server/platform/db/client';
import { subscriptions } from '~/server/platform/db/schema/billing';
import { invoices } from '~/server/platform/db/schema/invoices';
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

/** Seconds before a renewal in which the tax no longer changes, because the job that sets the tax may not run again. */
const finalSeconds = 60 * 60;

/** Returns the line of an invoice that charges for the current period; undefined if it has none. */
function periodLineOf({ lines }: Stripe.Invoice): Stripe.InvoiceLineItem | undefined {
  const charged = lines.data.filter(({ amount }) => amount > 0);
  return charged.toSorted((a, b) => b.period.end - a.period.end)[0];
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

  /** Returns the tax category in the document of a Stripe invoice without a tax rate. */
  async function categoryWithoutTax(stripeInvoiceId: string): Promise<TaxCategory> {
    const [document] = await db
      .select({ items: invoices.items })
      .from(invoices)
      .where(eq(invoices.stripeInvoiceId, stripeInvoiceId));
    return document?.items.at(-1)?.taxCategory ?? 'Z';
  }

  /**
   * Returns the tax rate with which the current period was charged; null if it is unknown, or if no rate has to be
   * preserved.
   */
  async function paidRate(
    stripe: Stripe,
    { latest_invoice: invoice }: Stripe.Subscription,
    { rates, tax }: NextTax,
  ): Promise<string | null> {
    const line = invoice && typeof invoice === 'object' ? periodLineOf(invoice) : undefined;
    if (!line || typeof invoice !== 'object' || !invoice?.id) return null;
    const paid = line.taxes?.[0]?.tax_rate_details?.tax_rate;
    if (paid) return (await taxes.ofRate(paid)) ? paid : null;
    if (!rates || !tax) return null;
    const category = await categoryWithoutTax(invoice.id);
    return taxes.rateIdOf(stripe, { ...tax, category, rate: '0' });
  }

  return {
    next,

    /**
     * Stores the tax rate that was paid for the current period at the subscription's item. Stripe credits unused time
     * with the item's tax rate or, if the item has none, with the tax rate of the changed subscription. A change of the
     * plan or the next charge removes the rate from the item.
     *
     * @param current the subscription with its latest invoice
     */
    async keepPaid(stripe: Stripe, current: Stripe.Subscription, following: NextTax) {
      const item = current.items.data[0];
      if (!item || item.current_period_end - Date.now() / 1000 < finalSeconds) return;
      const paid = await paidRate(stripe, current, following);
      const kept = idOf(item.tax_rates?.[0]) ?? '';
      if (!paid || paid === (kept || following.rates[0])) return;
      await stripe.subscriptions.update(current.id, {
        items: [{ id: item.id, tax_rates: [paid] }],
        proration_behavior: 'none',
      });
      await sync.run(stripe, { subscriptions: [current.id] });
    },

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
      const { items } = await stripe.subscriptions.retrieve(id);
      await stripe.subscriptions.update(id, {
        default_tax_rates: found.rates,
        items: items.data.map((item) => ({ id: item.id, tax_rates: '' })),
        proration_behavior: 'none',
      });
      await sync.run(stripe, { subscriptions: [id] }, async (tx) => {
        await store(tx);
      });
      return found;
    },
  };
}

export type Retax = ReturnType<typeof createRetax>;
