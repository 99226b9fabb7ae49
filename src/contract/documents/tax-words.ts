import { type TaxCategory, taxCategoryNames } from './tax-categories';

/** Countries that name the tax differently in English than VAT, or that have a second tax, by ISO code. */
const taxWords: Record<string, string> = {
  NL: 'BTW/VAT',
  BE: 'BTW/VAT',
  US: 'Sales tax',
  AU: 'GST',
  NZ: 'GST',
  CA: 'GST',
  IN: 'GST',
  SG: 'GST',
  MY: 'SST',
  JP: 'Consumption tax',
};

/** Returns the name of the seller's tax by country; 'Tax' if the country is not set. */
export const taxWordOf = (sellerCountry: string): string =>
  sellerCountry ? (taxWords[sellerCountry] ?? 'VAT') : 'Tax';

/** Returns the tax name for use within a sentence: lower-case, except abbreviations such as VAT. */
export const taxWordWithin = (sellerCountry: string): string => lowerWord(taxWordOf(sellerCountry));

/** Returns the name of a tax category on the seller's documents. */
const categoryWords = (category: TaxCategory, sellerCountry: string): string =>
  category === 'O' ? `Not subject to ${taxWordWithin(sellerCountry)}` : taxCategoryNames[category];

/** Lower-cases a word, except abbreviations such as VAT. */
const lowerWord = (word: string): string =>
  word === word.toUpperCase() ? word : word.toLowerCase();

/** Returns the label of a tax total below the items of a document; empty without a tax. */
export function taxLabel(
  { category, rate }: { category: TaxCategory; rate: string },
  base: string,
  sellerCountry: string,
): string {
  if (category === 'S') return `${taxWordOf(sellerCountry)} ${rate}% of ${base}`;
  return category === 'Z' ? '' : `${categoryWords(category, sellerCountry)}, on ${base}`;
}

/** Returns the text of an item's tax column: its rate, or the reason for no tax. */
export const itemTaxLabel = (
  item: { taxCategory: TaxCategory; taxRate: string },
  sellerCountry: string,
): string =>
  item.taxCategory === 'S' || item.taxCategory === 'Z'
    ? `${item.taxRate}%`
    : categoryWords(item.taxCategory, sellerCountry);

/** Returns the tax of an item within a line of text, such as "21% VAT" or "Reverse charge". */
export const itemTaxInWords = (
  item: { taxCategory: TaxCategory; taxRate: string },
  sellerCountry: string,
): string => {
  const label = itemTaxLabel(item, sellerCountry);
  return label.endsWith('%') ? `${label} ${taxWordWithin(sellerCountry)}` : label;
};
