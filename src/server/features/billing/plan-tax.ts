import { and, eq, inArray } from 'drizzle-orm';
import type Stripe from 'stripe';

import type { Offer, PlanBilling } from '~/contract/billing/billing-schema';
import { centsToAmount, priceToCents } from '~/contract/common/currencies';
import { isAddressRequired } from '~/contract/documents/billing-address';
import type { Buyer } from '~/contract/documents/documents-schema';
import { normalRate } from '~/contract/documents/money';
import { proposeTax, whyForClient } from '~/contract/documents/tax';
import { type TaxCategory, taxCategoryNames } from '~/contract/documents/tax-categories';
import { taxWordOf } from '~/contract/documents/tax-words';
import { chargeCents } from '~/contract/plans/plan-charges';
import type { BillingCycle } from '~/contract/plans/plans';
import { profileBuyerOf } from '~/server/features/companies/billing-profile';
import { type DocumentSettings, readDocumentContext } from '~/server/features/documents/context';
import { rejectFields } from '~/server/features/documents/items';
import type { AccountSource } from '~/server/features/payments/account';
import { fromStripeAmount, toStripeAmount } from '~/server/features/payments/amounts';
import type { VatChecks } from '~/server/features/vat-numbers/vat-checks.service';
import type { Database } from '~/server/platform/db/client';
import { planTaxRates } from '~/server/platform/db/schema/billing';

/** Tax on a client's plan. */
export interface PlanTax {
  category: TaxCategory;
  /** Name of the tax in the seller's country, such as VAT. */
  word: string;
  /** Tax rate in percent. */
  rate: string;
  /** True if prices include the tax. */
  isInclusive: boolean;
  /** Reason for the tax, worded to follow the name of the category in a sentence. */
  why: string;
  /** Billing data that determines the tax; null if the client has none. */
  buyer: Buyer | null;
}

/** An amount with its tax, in cents. */
export interface Taxed {
  netCents: number;
  taxCents: number;
  grossCents: number;
}

/** Rounds half away from zero, as Stripe does. */
const round = (value: number): number => Math.sign(value) * Math.round(Math.abs(value));

/** Tax that a subscription is currently charged with. */
export type ChargedTax = Pick<PlanTax, 'rate' | 'isInclusive'>;

export async function taxOfRate(
  db: Pick<Database, 'select'>,
  stripeTaxRateId: string,
): Promise<ChargedTax | null> {
  if (!stripeTaxRateId) return null;
  return (await knownTaxRates(db, [stripeTaxRateId])).get(stripeTaxRateId) ?? null;
}

/**
 * Returns the net amount, tax and gross amount of a price that may or may not include the tax.
 *
 * @param step the smallest amount, in the unit of the price
 */
export function taxedPrice(price: number, tax: ChargedTax | null, step = 1): Taxed {
  const { netCents, taxCents, grossCents } = taxedSteps(Math.round(price / step), tax);
  return { netCents: netCents * step, taxCents: taxCents * step, grossCents: grossCents * step };
}

/** Returns the total of each charge of a plan, in Stripe's units. */
export const taxedCharge = (
  plan: Parameters<typeof chargeCents>[0],
  cycle: BillingCycle,
  { currency, tax }: { currency: string; tax: ChargedTax | null },
): Taxed =>
  taxedPrice(toStripeAmount(priceToCents(chargeCents(plan, cycle), currency), currency), tax);

/** Returns the tax of each charge of a plan, worded for the client. */
export function offeredTax(
  plan: Parameters<typeof chargeCents>[0],
  cycle: BillingCycle,
  { currency, tax }: { currency: string; tax: PlanTax },
): NonNullable<Offer['tax']> {
  const { netCents, taxCents, grossCents } = taxedCharge(plan, cycle, { currency, tax });
  const decimal = (amount: number) => centsToAmount(fromStripeAmount(amount, currency), currency);
  return {
    net: decimal(netCents),
    tax: decimal(taxCents),
    gross: decimal(grossCents),
    label: tax.category === 'S' ? `${tax.word}, ${tax.rate}%` : taxCategoryNames[tax.category],
    why: whyForClient(tax.why),
  };
}

function taxedSteps(cents: number, tax: ChargedTax | null): Taxed {
  const rate = Number(tax?.rate ?? 0);
  if (!tax?.isInclusive) {
    const taxCents = round((cents * rate) / 100);
    return { netCents: cents, taxCents, grossCents: cents + taxCents };
  }
  const taxCents = round((cents * rate) / (100 + rate));
  return { netCents: cents - taxCents, taxCents, grossCents: cents };
}

const askedFor = {
  address: 'Please enter your billing address',
  country: 'Please choose a country',
} as const;

/** Rejects incomplete billing data. @throws BAD_REQUEST that names the missing fields */
export function rejectMissing({ missing }: PlanBilling): void {
  if (missing.length === 0) return;
  rejectFields(missing.map((path) => ({ path, message: askedFor[path] })));
}

/** Determines the tax on plans, and manages its rates at Stripe. */
export function createPlanTax(
  db: Database,
  deps: {
    settings: DocumentSettings;
    vatChecks: Pick<VatChecks, 'of' | 'isOn'>;
    account: AccountSource;
  },
) {
  return {
    /** Returns the tax on a client's plan by their current billing profile; null if plans are not taxed. */
    async of(userId: string): Promise<PlanTax | null> {
      const { tax, seller } = await readDocumentContext(deps.settings);
      if (!tax.plansTaxed || tax.scheme === 'small_business') return null;
      const buyer = await profileBuyerOf(db, userId);
      const check = buyer && (await deps.vatChecks.of(buyer));
      const { scheme, standardRate } = tax;
      const taxedSeller = { scheme, standardRate, country: seller.country };
      // Nobody reviews the tax before the charge, so a VAT number counts only after a check found it valid.
      const isUnproven = check?.status === 'not_checked' && deps.vatChecks.isOn;
      const proposed = isUnproven
        ? {
            ...proposeTax(taxedSeller, { country: buyer?.country, isBusiness: false }),
            why: 'the VAT number could not be checked yet',
          }
        : proposeTax(taxedSeller, buyer ?? {}, check?.status);
      return {
        category: proposed.taxCategory,
        word: taxWordOf(seller.country),
        rate: normalRate(proposed.taxRate),
        isInclusive: tax.planPrices === 'gross',
        why: proposed.why,
        buyer: buyer ?? null,
      };
    },

    /**
     * Returns the billing data that the invoices of a client's plan require (by the law of the
     * seller's country, and to determine the tax), and which of it is missing.
     */
    async billingOf(userId: string): Promise<PlanBilling> {
      const { tax, seller } = await readDocumentContext(deps.settings);
      const buyer = await profileBuyerOf(db, userId);
      const isTaxed = tax.plansTaxed && tax.scheme !== 'small_business';
      const required: PlanBilling['required'] = [
        ...(isAddressRequired(seller.country) ? (['address'] as const) : []),
        ...(isAddressRequired(seller.country) || isTaxed ? (['country'] as const) : []),
      ];
      return { required, missing: required.filter((field) => !buyer?.[field]?.trim()) };
    },

    /** Returns the tax for a Stripe tax rate; null if we did not create the rate. */
    ofRate: (stripeTaxRateId: string): Promise<ChargedTax | null> => taxOfRate(db, stripeTaxRateId),

    /** Returns the id of the Stripe tax rate for a tax, and creates it the first time. */
    async rateIdOf(
      stripe: Stripe,
      { category, word, rate, isInclusive }: PlanTax,
    ): Promise<string> {
      const stripeAccount = await deps.account();
      const [known] = await db
        .select({ id: planTaxRates.stripeTaxRateId })
        .from(planTaxRates)
        .where(
          and(
            eq(planTaxRates.stripeAccount, stripeAccount),
            eq(planTaxRates.category, category),
            eq(planTaxRates.rate, rate),
            eq(planTaxRates.isInclusive, isInclusive),
          ),
        );
      if (known) return known.id;
      const kind = `${category} ${word} ${rate} ${isInclusive ? 'inclusive' : 'exclusive'}`;
      const made = await stripe.taxRates.create(
        {
          display_name: Number(rate) > 0 ? word : taxCategoryNames[category],
          percentage: Number(rate),
          inclusive: isInclusive,
          metadata: { category },
        },
        { idempotencyKey: `tax_rate:${stripeAccount}:${kind.replaceAll(' ', ':')}` },
      );
      await db
        .insert(planTaxRates)
        .values({ stripeAccount, category, rate, isInclusive, stripeTaxRateId: made.id })
        .onConflictDoNothing();
      return made.id;
    },
  };
}

export type PlanTaxes = ReturnType<typeof createPlanTax>;

export type TaxRateRow = typeof planTaxRates.$inferSelect;

/** Returns the tax rates that we created, by their Stripe ids. */
export async function knownTaxRates(
  db: Pick<Database, 'select'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TaxRateRow>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select()
    .from(planTaxRates)
    .where(inArray(planTaxRates.stripeTaxRateId, [...ids]));
  return new Map(rows.map((row) => [row.stripeTaxRateId, row]));
}
