import type Stripe from 'stripe';

import { stepCents } from '~/contract/common/currencies';
import { categoryOfRate } from '~/contract/documents/tax-categories';
import type { PlanLine } from '~/server/features/invoices/plan-invoices';
import { fromStripeAmount } from '~/server/features/payments/amounts';
import { idOf, toDate } from '~/server/features/payments/stripe';
import { type TaxRateRow, taxedPrice } from './plan-tax';

/** A line of a Stripe invoice. */
interface LineSnapshot {
  description: string;
  isProration: boolean;
  /** Amount after discounts, including tax if it is inclusive. */
  cents: number;
  taxes: { rateId: string; cents: number; isInclusive: boolean }[];
  start: Date | null;
  end: Date | null;
}

/** Data of a paid Stripe invoice that becomes a document. */
export interface DocumentSnapshot {
  totalCents: number;
  /** Amount taken from the client's balance; negative if added to the balance. */
  balanceCents: number;
  /** Id of the subscription's tax rate; empty if it is not taxed. */
  taxRateId: string;
  lines: LineSnapshot[];
}

/** Returns all lines of an invoice, because a response contains only the first ten. */
async function linesOf(stripe: Stripe, invoice: Stripe.Invoice): Promise<Stripe.InvoiceLineItem[]> {
  const { lines } = invoice;
  if (!lines?.has_more || !invoice.id) return lines?.data ?? [];
  const all: Stripe.InvoiceLineItem[] = [];
  for await (const line of stripe.invoices.listLineItems(invoice.id, { limit: 100 })) {
    all.push(line);
  }
  return all;
}

/** Reads the content of a paid invoice. */
export async function readDocument(
  stripe: Stripe,
  invoice: Stripe.Invoice,
): Promise<DocumentSnapshot> {
  const cents = (amount: number) => fromStripeAmount(amount, invoice.currency);
  const lines = await linesOf(stripe, invoice);
  return {
    totalCents: cents(invoice.total),
    balanceCents: cents(invoice.total - invoice.amount_due),
    taxRateId: idOf(invoice.default_tax_rates?.[0]) ?? '',
    lines: lines.map((line) => ({
      description: line.description ?? '',
      isProration:
        line.parent?.subscription_item_details?.proration ??
        line.parent?.invoice_item_details?.proration ??
        false,
      cents: cents(
        line.amount - (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0),
      ),
      taxes: (line.taxes ?? []).map((tax) => ({
        rateId: tax.tax_rate_details?.tax_rate ?? '',
        cents: cents(tax.amount),
        isInclusive: tax.tax_behavior === 'inclusive',
      })),
      start: toDate(line.period?.start ?? null),
      end: toDate(line.period?.end ?? null),
    })),
  };
}

/** Returns the ids of all tax rates in a document. */
export const taxRateIdsOf = ({ taxRateId, lines }: DocumentSnapshot): string[] => [
  ...new Set([taxRateId, ...lines.flatMap(({ taxes }) => taxes.map(({ rateId }) => rateId))]),
];

/** Derives the rate of a tax that was created manually at Stripe from the tax amounts, rounded to a tenth of a percent. */
const rateOfAmounts = (taxCents: number, baseCents: number): string =>
  baseCents === 0 ? '0' : String(Math.round((taxCents / baseCents) * 1000) / 10);

/**
 * Returns the lines of a document with the charged tax. If the lines do not add up to the total, for example after
 * manual changes at Stripe, a single line replaces them, so that document and payment match to the cent.
 *
 * @param plan name of the plan, for lines that are not part of a change
 * @param withoutTax tax category of lines without a tax rate
 */
export function planLinesOf(
  { totalCents, taxRateId, lines }: DocumentSnapshot,
  { name, currency }: { name: string; currency: string },
  rates: ReadonlyMap<string, TaxRateRow>,
  withoutTax: PlanLine['category'],
): PlanLine[] {
  const written = lines
    .filter(({ cents }) => cents !== 0)
    .map((line): PlanLine => {
      const [tax] = line.taxes;
      const taxCents = line.taxes.reduce((sum, one) => sum + one.cents, 0);
      const inclusive = line.taxes
        .filter(({ isInclusive }) => isInclusive)
        .reduce((sum, one) => sum + one.cents, 0);
      const baseCents = line.cents - inclusive;
      const known = tax && rates.get(tax.rateId);
      const rate = known?.rate ?? rateOfAmounts(taxCents, baseCents);
      const category = known?.category ?? (taxCents === 0 ? withoutTax : categoryOfRate(rate));
      const description = line.isProration ? line.description || name : name;
      return { description, baseCents, taxCents, rate, category };
    });
  const sum = written.reduce((all, { baseCents, taxCents }) => all + baseCents + taxCents, 0);
  if (sum === totalCents && written.length > 0) return written;
  const known = rates.get(taxRateId);
  const tax = known ? { rate: known.rate, isInclusive: true } : null;
  const { netCents, taxCents } = taxedPrice(totalCents, tax, stepCents(currency));
  return [
    {
      description: name,
      baseCents: netCents,
      taxCents,
      rate: known?.rate ?? '0',
      category: known?.category ?? withoutTax,
    },
  ];
}

/**
 * Returns the first and last day that the lines of a document cover, in the agency's time zone;
 * null if the lines have no period. At Stripe, each period ends at the moment when the next one
 * begins.
 */
export function periodOf(
  { lines }: DocumentSnapshot,
  dateOf: (at: Date) => string,
): { from: string; to: string } | null {
  const starts = lines.flatMap(({ start }) => (start ? [start.getTime()] : []));
  const ends = lines.flatMap(({ end }) => (end ? [end.getTime()] : []));
  if (starts.length === 0 || ends.length === 0) return null;
  const from = dateOf(new Date(Math.min(...starts)));
  const to = dateOf(new Date(Math.max(...ends) - 86_400_000));
  return { from, to: to < from ? from : to };
}
