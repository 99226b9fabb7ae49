import {
  amountToCents,
  centsPerUnit,
  centsToAmount,
  decimalsOf,
  formatCents,
} from '~/contract/common/currencies';
import { AppError, type FieldIssue } from '~/contract/common/errors';
import { type Choosable, choicesOf } from '~/contract/documents/choices';
import { amountDigits } from '~/contract/documents/documents';
import {
  type Discount,
  type LineItem,
  lineCents,
  normalRate,
  totalsOf,
  unitPricePlaces,
} from '~/contract/documents/money';
import type { TaxProposal } from '~/contract/documents/tax';
import { taxConflict } from '~/contract/documents/tax';
import { categoryOf, categoryOfRate, type TaxCategory } from '~/contract/documents/tax-categories';

interface GivenItem {
  description: string;
  detail?: string | undefined;
  unit?: string | undefined;
  quantity: string;
  unitPrice: string;
  taxRate?: string | undefined;
  taxCategory?: TaxCategory | undefined;
}

type Complete<Item extends GivenItem> = Item & { taxRate: string };

/** Rejects invalid fields. @throws BAD_REQUEST that names the fields */
export function rejectFields(issues: FieldIssue[]): void {
  const [first] = issues;
  if (first) throw new AppError('BAD_REQUEST', first.message, { issues });
}

/** Returns a price with at least the decimals of the currency; undefined if it has more than `places`. */
function priceIn(currency: string, price: string, places: number): string | undefined {
  const [whole = '', fraction = ''] = price.split('.');
  const kept = fraction.replace(/0+$/, '');
  if (kept.length > places) return undefined;
  const digits = whole.replace(/^(-?)0+(?=\d)/, '$1');
  const decimals = kept.padEnd(decimalsOf(currency), '0');
  return decimals === '' ? digits : `${digits}.${decimals}`;
}

const decimalsMessage = (currency: string) =>
  decimalsOf(currency) === 0
    ? `Amounts in ${currency} have no decimals`
    : `Amounts in ${currency} have up to ${decimalsOf(currency)} decimals`;

/** Default tax for items that have none. */
export interface ItemDefaults {
  currency: string;
  /** Tax rate in percent. */
  standardRate: string;
  /** Tax that fits seller and buyer. */
  proposed: Pick<TaxProposal, 'taxCategory' | 'taxRate'>;
}

/**
 * Returns tax rate and category of an item. If only one was entered, derives the other from it; if none was, uses the
 * proposal.
 */
function taxOf(
  { taxRate, taxCategory }: GivenItem,
  { standardRate, proposed }: ItemDefaults,
): { taxRate: string; taxCategory: TaxCategory } {
  if (taxRate !== undefined) {
    const ofRate = categoryOfRate(taxRate);
    const fits = ofRate === 'Z' && proposed.taxCategory !== 'S';
    return { taxRate, taxCategory: taxCategory ?? (fits ? proposed.taxCategory : ofRate) };
  }
  if (taxCategory) return { taxRate: taxCategory === 'S' ? standardRate : '0', taxCategory };
  return proposed;
}

/**
 * Completes items: gives each a tax rate, and a price with the decimals that were typed. The category is only stored if it
 * is not the default of the rate.
 *
 * @throws BAD_REQUEST for prices with too many decimals, and for rates that the category excludes
 */
export function completeItems<Item extends GivenItem>(
  items: readonly Item[],
  defaults: ItemDefaults,
): Complete<Item>[] {
  const { currency } = defaults;
  const issues: FieldIssue[] = [];
  const complete = items.map((item, index) => {
    const unitPrice = priceIn(currency, item.unitPrice, unitPricePlaces);
    if (unitPrice === undefined) {
      const message = `A unit price has up to ${unitPricePlaces} decimals`;
      issues.push({ path: `items.${index}.unitPrice`, message });
    }
    const { taxCategory, ...tax } = taxOf(item, defaults);
    const taxRate = normalRate(tax.taxRate);
    const message = taxConflict({ taxRate, taxCategory });
    if (message) issues.push({ path: `items.${index}.taxRate`, message });
    return {
      ...item,
      unitPrice: unitPrice ?? item.unitPrice,
      taxRate,
      // Omits the category if the rate determines it, so that equal content is stored in the same form.
      taxCategory: taxCategory === categoryOfRate(taxRate) ? undefined : taxCategory,
    };
  });
  rejectFields(issues);
  return complete;
}

/**
 * Checks the totals of a document.
 *
 * @throws BAD_REQUEST if the totals are too high or negative, an item is not chargeable, or the discount exceeds the sum of
 * the items
 */
export function checkTotals(
  document: { items: readonly LineItem[]; discount?: Discount | null },
  currency: string,
): void {
  const everything = document.items.map((_, index) => index);
  const { discount } = document;
  const before = totalsOf({ items: document.items }, currency, everything);
  const maxCents = 10 ** amountDigits * centsPerUnit(currency);
  const sums = [before.totalCents, ...document.items.map((item) => lineCents(item, currency))];
  if (sums.some((cents) => Math.abs(cents) > maxCents)) {
    const max = formatCents(maxCents, currency);
    rejectFields([{ path: 'items', message: `The items can come to at most ${max}` }]);
  }
  const price = discount?.amount && priceIn(currency, discount.amount, decimalsOf(currency));
  const path = 'discount.amount';
  if (discount?.amount !== undefined && !price) {
    rejectFields([{ path, message: decimalsMessage(currency) }]);
  }
  const { length } = document.items;
  if (price && length > 0 && (amountToCents(price, currency) ?? 0) > before.subtotalCents) {
    rejectFields([{ path, message: 'The discount is higher than the items total' }]);
  }
  if (totalsOf(document, currency).totalCents < 0) {
    const message = 'The total is below zero: the deductions are more than the items come to';
    rejectFields([{ path: 'items', message }]);
  }
}

/** Returns a discount in the form of the API; null without one. */
export function presentDiscount(
  discount: Discount | null,
): { percent: string } | { amount: string } | null {
  if (discount?.percent !== undefined) return { percent: discount.percent };
  return discount?.amount === undefined ? null : { amount: discount.amount };
}

/** Lists invalid choices: those with a single item, and those with two preselected items. */
export function choiceIssues(items: readonly Choosable[]): FieldIssue[] {
  return [...choicesOf(items)].flatMap(([name, indexes]) => {
    const alone = {
      path: `items.${indexes[0]}.choice`,
      message: `"${name}" needs a second option`,
    };
    const [, ...surplus] = indexes.filter((index) => items[index]?.preselected);
    return [
      ...(indexes.length === 1 ? [alone] : []),
      ...surplus.map((index) => ({
        path: `items.${index}.preselected`,
        message: `Only one option of "${name}" can be selected by default`,
      })),
    ];
  });
}

/**
 * Checks the selection of optional items.
 *
 * @throws BAD_REQUEST if a selected item is not optional, or if a choice does not have exactly one selected item
 */
export function checkSelection(items: readonly Choosable[], chosen: readonly number[]): void {
  const path = 'optionalItems';
  if (!chosen.every((index) => items[index]?.optional)) {
    rejectFields([{ path, message: 'This optional item does not exist' }]);
  }
  const isOne = (indexes: number[]) =>
    indexes.filter((index) => chosen.includes(index)).length === 1;
  const open = [...choicesOf(items)].filter(([, indexes]) => !isOne(indexes));
  rejectFields(open.map(([name]) => ({ path, message: `Please choose one option in "${name}".` })));
}

/** Returns items with their amounts in the form of the API. */
export function presentItems<Item extends LineItem>(items: readonly Item[], currency: string) {
  return items.map((item) => ({
    ...item,
    taxCategory: categoryOf(item),
    amount: centsToAmount(lineCents(item, currency), currency),
  }));
}
