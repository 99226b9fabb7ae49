import { type TaxCategory, taxCategoryNames } from './tax';

/** What the sum of a rate and category is called, below the items of a document; empty where there is no tax to speak of. */
export function taxLabel(
  { category, rate }: { category: TaxCategory; rate: string },
  base: string,
): string {
  if (category === 'S') return `Tax, ${rate}% of ${base}`;
  return category === 'Z' ? '' : `${taxCategoryNames[category]}, on ${base}`;
}

/** The tax of an item in its column: its rate, or why it has none. */
export const itemTaxLabel = (item: { taxCategory: TaxCategory; taxRate: string }): string =>
  item.taxCategory === 'S' || item.taxCategory === 'Z'
    ? `${item.taxRate}%`
    : taxCategoryNames[item.taxCategory];
