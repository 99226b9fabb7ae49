import { type TaxCategory, taxCategoryNames } from './tax-categories';

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

/** Without the spaces, dots and hyphens that people write, in capitals. */
export const normalVatNumber = (written: string): string =>
  written.replace(/[\s.\-/]/g, '').toUpperCase();

/** The numbers under which a party is taxed, each under its own name. One that was entered as both is named once. */
export const taxNumbersOf = (party: {
  vatNumber?: string | undefined;
  taxNumber?: string | undefined;
}): string[] => {
  const { vatNumber = '', taxNumber = '' } = party;
  const isBoth = vatNumber !== '' && normalVatNumber(taxNumber) === vatNumber;
  return [
    vatNumber && `VAT number ${vatNumber}`,
    taxNumber && !isBoth ? `Tax number ${taxNumber}` : '',
  ].filter(Boolean);
};
