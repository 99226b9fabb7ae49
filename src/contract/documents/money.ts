import { centsPerUnit, centsToAmount, stepCents } from '~/contract/common/currencies';
import { type Choosable, defaultSelection } from './choices';
import { categoryOfRate, type TaxCategory, taxCategories } from './tax-categories';

/**
 * Arithmetic of proposals and invoices. Server and browser share this file, so it uses no library.
 * Calculates with integers in the smallest amount of the currency, and returns cents or decimal
 * strings.
 */

export interface LineItem extends Choosable {
  /** Decimal with up to three places; negative for a deduction, such as the unused time of a plan. */
  quantity: string;
  /** Decimal with up to `unitPricePlaces` places, in the currency's unit; negative for a deduction. */
  unitPrice: string;
  /** In percent, with up to three decimals, as some American sales taxes have. */
  taxRate: string;
  /** Tax category; omitted if it is the default of the rate. */
  taxCategory?: TaxCategory | undefined;
}

/** Either a percentage or an amount, which is a decimal in the currency's unit. */
export interface Discount {
  percent?: string | undefined;
  amount?: string | undefined;
}

export interface TaxSum {
  rate: string;
  category: TaxCategory;
  /** Taxable amount after the discount. */
  baseCents: number;
  amountCents: number;
}

export interface TotalsInCents {
  subtotalCents: number;
  discountCents: number;
  /** Tax totals by rate, lowest first, then by category. */
  taxes: TaxSum[];
  totalCents: number;
}

/** Totals in the form of the API. */
export interface Totals {
  subtotal: string;
  discountTotal: string;
  taxes: { category: TaxCategory; rate: string; base: string; amount: string }[];
  total: string;
}

/** Maximum decimals of a unit price, in every currency. */
export const unitPricePlaces = 6;

/** Returns a decimal string times 10^places; 0 if it is invalid or has more decimals. */
function scaled(decimal: string, places: number): bigint {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(decimal.trim());
  const fraction = match?.[3] ?? '';
  if (!match || fraction.replace(/0+$/, '').length > places) return 0n;
  const value = BigInt(`${match[2]}${fraction.slice(0, places).padEnd(places, '0')}`);
  return match[1] ? -value : value;
}

/**
 * Divides an integer by a positive integer. Rounds half away from zero, so that a deduction is
 * rounded like the charge that it reverses.
 */
function divide(value: bigint, by: bigint): bigint {
  return value < 0n ? -divide(-value, by) : (2n * value + by) / (2n * by);
}

/** Divides integers, rounding down. JavaScript would round negative results up, toward zero. */
function floor(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  return value % by !== 0n && value < 0n !== by < 0n ? quotient - 1n : quotient;
}

const least = (one: bigint, other: bigint) => (one < other ? one : other);

/** Returns a rate without leading and trailing zeros, so that equal rates are equal texts: '19.00' is '19'. */
export function normalRate(rate: string): string {
  const thousandths = scaled(rate, 3);
  const rest = String(thousandths % 1000n)
    .padStart(3, '0')
    .replace(/0+$/, '');
  return `${thousandths / 1000n}${rest && `.${rest}`}`;
}

/** Returns the number of thousandths of the currency's unit in its smallest amount. */
const stepThousandths = (currency: string) =>
  BigInt((stepCents(currency) * 1000) / centsPerUnit(currency));

function lineSteps({ quantity, unitPrice }: LineItem, currency: string): bigint {
  // Quantity in thousandths times unit price in millionths: billionths of the currency's unit.
  const product = scaled(quantity, 3) * scaled(unitPrice, unitPricePlaces);
  return divide(product, 1_000_000n * stepThousandths(currency));
}

/** Returns the key of a document's tax total: rate and category. */
const taxKey = (rate: string, category: TaxCategory) => `${rate} ${category}`;

/** Returns whether two totals have the same rate and category. */
export const isSameTax = (
  one: Pick<TaxSum, 'rate' | 'category'>,
  other: Pick<TaxSum, 'rate' | 'category'>,
): boolean => one.rate === other.rate && one.category === other.category;

/** Returns quantity times unit price in cents, rounded half away from zero. */
export function lineCents(item: LineItem, currency: string): number {
  return Number(lineSteps(item, currency)) * stepCents(currency);
}

/**
 * Divides an amount in proportion to weights, so that the shares add up to the amount exactly. Each
 * share is rounded down. The remainder goes to the shares with the largest fractions; ties go to
 * earlier shares. No share exceeds its weight if the amount does not exceed the sum of the weights.
 */
export function spread(amount: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((all, weight) => all + weight, 0n);
  if (sum === 0n) return weights.map(() => 0n);
  const shares = weights.map((weight) => floor(amount * weight, sum));
  let left = amount - shares.reduce((all, share) => all + share, 0n);
  const byFraction = weights
    .map((weight, index) => ({ index, fraction: amount * weight - (shares[index] ?? 0n) * sum }))
    .sort((a, b) =>
      a.fraction === b.fraction ? a.index - b.index : a.fraction < b.fraction ? 1 : -1,
    );
  for (const { index } of byFraction) {
    if (left === 0n) break;
    shares[index] = (shares[index] ?? 0n) + 1n;
    left -= 1n;
  }
  return shares;
}

function discountSteps(subtotal: bigint, discount: Discount | null | undefined, currency: string) {
  if (subtotal <= 0n) return 0n;
  if (discount?.percent !== undefined) {
    return least(subtotal, divide(subtotal * scaled(discount.percent, 2), 10_000n));
  }
  if (discount?.amount === undefined) return 0n;
  return least(subtotal, scaled(discount.amount, 3) / stepThousandths(currency));
}

/**
 * Returns the items that count toward the totals: required items, and optional items whose index
 * was chosen.
 */
export function countedItems<Item extends { optional?: boolean | undefined }>(
  items: readonly Item[],
  chosen: readonly number[],
): Item[] {
  const isChosen = new Set(chosen);
  return items.filter((item, index) => !item.optional || isChosen.has(index));
}

interface Priced {
  items: readonly LineItem[];
  discount?: Discount | null | undefined;
}

/** Returns the sums of items by rate and category, lowest rate first, each with its share of the discount. */
function sumsByTax({ items, discount }: Priced, currency: string) {
  const sums = new Map<string, { rate: string; category: TaxCategory; steps: bigint }>();
  for (const item of items) {
    const rate = normalRate(item.taxRate);
    const category = item.taxCategory ?? categoryOfRate(rate);
    const before = sums.get(taxKey(rate, category))?.steps ?? 0n;
    const steps = before + lineSteps(item, currency);
    sums.set(taxKey(rate, category), { rate, category, steps });
  }
  // Sorts the sums, so that the result does not depend on the order of the items.
  const kinds = [...sums.values()].sort(
    (a, b) =>
      Number(scaled(a.rate, 3) - scaled(b.rate, 3)) ||
      taxCategories.indexOf(a.category) - taxCategories.indexOf(b.category),
  );
  const subtotal = kinds.reduce((all, { steps }) => all + steps, 0n);
  // Leaves out deductions, so that no share is negative or exceeds its sum.
  const shares = spread(
    discountSteps(subtotal, discount, currency),
    kinds.map(({ steps }) => (steps > 0n ? steps : 0n)),
  );
  return kinds.map((kind, index) => ({ ...kind, discount: shares[index] ?? 0n }));
}

/**
 * Returns the totals of a document. The discount is spread over the positive sums of the tax rates.
 * The tax of a rate and category is computed from its sum after the discount, rounded half away
 * from zero.
 *
 * @param chosen indexes of the optional items that count; before the client has chosen, the default selection
 */
export function totalsOf(
  document: Priced,
  currency: string,
  chosen: readonly number[] = defaultSelection(document.items),
): TotalsInCents {
  const kinds = sumsByTax({ ...document, items: countedItems(document.items, chosen) }, currency);
  const subtotal = kinds.reduce((all, { steps }) => all + steps, 0n);
  const discount = kinds.reduce((all, kind) => all + kind.discount, 0n);
  const cents = (steps: bigint) => Number(steps) * stepCents(currency);
  let total = subtotal - discount;
  const taxes = kinds.map(({ rate, category, steps, discount: share }) => {
    const base = steps - share;
    const tax = divide(base * scaled(rate, 3), 100_000n);
    total += tax;
    return { rate, category, baseCents: cents(base), amountCents: cents(tax) };
  });
  return {
    subtotalCents: cents(subtotal),
    discountCents: cents(discount),
    taxes,
    totalCents: cents(total),
  };
}

/**
 * Returns the items of a document with the discount included in their prices. Each discounted item
 * has quantity 1, so that it can be credited exactly. The sums by rate equal the taxable amounts of
 * the document.
 */
export function discountedItems<Item extends LineItem>(
  document: { items: readonly Item[]; discount?: Discount | null | undefined },
  currency: string,
): Item[] {
  const shares = new Map<Item, bigint>();
  for (const { rate, category, discount } of sumsByTax(document, currency)) {
    const items = document.items.filter(
      (item) =>
        normalRate(item.taxRate) === rate &&
        (item.taxCategory ?? categoryOfRate(rate)) === category &&
        lineSteps(item, currency) > 0n,
    );
    const spreads = spread(
      discount,
      items.map((item) => lineSteps(item, currency)),
    );
    for (const [index, item] of items.entries()) shares.set(item, spreads[index] ?? 0n);
  }
  return document.items.map((item) => {
    const share = shares.get(item) ?? 0n;
    if (share === 0n) return item;
    const cents = Number(lineSteps(item, currency) - share) * stepCents(currency);
    return { ...item, quantity: '1', unit: undefined, unitPrice: centsToAmount(cents, currency) };
  });
}

/**
 * Returns the amounts of a payment schedule, each rounded half up. The last amount is the
 * remainder, so that the amounts add up to the total.
 */
export function scheduleCents(
  totalCents: number,
  parts: readonly { percent: string }[],
  currency: string,
): number[] {
  const step = stepCents(currency);
  const total = BigInt(totalCents / step);
  let left = total;
  return parts.map(({ percent }, index) => {
    const isLast = index === parts.length - 1;
    const share = isLast ? left : least(left, divide(total * scaled(percent, 2), 10_000n));
    left -= share;
    return Number(share) * step;
  });
}

/** Returns whether percentages add up to 100. */
export const isWhole = (parts: readonly { percent: string }[]): boolean =>
  parts.reduce((sum, { percent }) => sum + scaled(percent, 2), 0n) === 10_000n;

/**
 * Divides the taxes of a document between parts with given amounts, such as the parts of a payment
 * schedule or a credit note. Each part gets a base and a tax for every rate. If the parts make up
 * the whole total, their bases and taxes add up exactly to those of the document.
 *
 * @param amounts in cents; their sum is at most the total
 */
export function divideTotals(
  totals: Pick<TotalsInCents, 'taxes'>,
  amounts: readonly number[],
  currency: string,
): TaxSum[][] {
  const step = stepCents(currency);
  const left = totals.taxes.flatMap(({ baseCents, amountCents }) => [
    BigInt(baseCents / step),
    BigInt(amountCents / step),
  ]);
  return amounts.map((amount) => {
    const shares = spread(BigInt(amount / step), left);
    for (const [index, share] of shares.entries()) left[index] = (left[index] ?? 0n) - share;
    return totals.taxes.map(({ rate, category }, index) => ({
      rate,
      category,
      baseCents: Number(shares[2 * index] ?? 0n) * step,
      amountCents: Number(shares[2 * index + 1] ?? 0n) * step,
    }));
  });
}

/** Returns the totals for bases and taxes that were not calculated from items. */
export function totalsOfTaxes(taxes: readonly TaxSum[]): TotalsInCents {
  const kept = taxes.filter(({ baseCents, amountCents }) => baseCents + amountCents !== 0);
  const subtotalCents = kept.reduce((sum, { baseCents }) => sum + baseCents, 0);
  const taxCents = kept.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return {
    subtotalCents,
    discountCents: 0,
    taxes: kept,
    totalCents: subtotalCents + taxCents,
  };
}

export function presentTotals(totals: TotalsInCents, currency: string): Totals {
  const amount = (cents: number) => centsToAmount(cents, currency);
  return {
    subtotal: amount(totals.subtotalCents),
    discountTotal: amount(totals.discountCents),
    taxes: totals.taxes.map((tax) => ({
      category: tax.category,
      rate: tax.rate,
      base: amount(tax.baseCents),
      amount: amount(tax.amountCents),
    })),
    total: amount(totals.totalCents),
  };
}
