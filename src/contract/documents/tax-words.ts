import { type TaxCategory, taxCategoryNames } from './tax-categories';

/** Countries whose tax has another name than VAT in English, or one beside it, by ISO code. */
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

/** Name of the seller's tax by country; 'Tax' if the country is not set. */
export const taxWordOf = (sellerCountry: string): string =>
  sellerCountry ? (taxWords[sellerCountry] ?? 'VAT') : 'Tax';

/** The same within a sentence: abbreviations stay. */
export const taxWordWithin = (sellerCountry: string): string => lowerWord(taxWordOf(sellerCountry));

/** Name of a tax category on the seller's documents. */
const categoryWords = (category: TaxCategory, sellerCountry: string): string =>
  category === 'O' ? `Not subject to ${taxWordWithin(sellerCountry)}` : taxCategoryNames[category];

/** A tax within a sentence: abbreviations stay. */
const lowerWord = (word: string): string =>
  word === word.toUpperCase() ? word : word.toLowerCase();

/** What the sum of a rate and category is called, below the items of a document; empty where there is no tax to speak of. */
export function taxLabel(
  { category, rate }: { category: TaxCategory; rate: string },
  base: string,
  sellerCountry: string,
): string {
  if (category === 'S') return `${taxWordOf(sellerCountry)} ${rate}% of ${base}`;
  return category === 'Z' ? '' : `${categoryWords(category, sellerCountry)}, on ${base}`;
}

/** The tax of an item in its column: its rate, or why it has none. */
export const itemTaxLabel = (
  item: { taxCategory: TaxCategory; taxRate: string },
  sellerCountry: string,
): string =>
  item.taxCategory === 'S' || item.taxCategory === 'Z'
    ? `${item.taxRate}%`
    : categoryWords(item.taxCategory, sellerCountry);

/** The same within a line of text, such as "21% VAT" or "Reverse charge". */
export const itemTaxInWords = (
  item: { taxCategory: TaxCategory; taxRate: string },
  sellerCountry: string,
): string => {
  const label = itemTaxLabel(item, sellerCountry);
  return label.endsWith('%') ? `${label} ${taxWordWithin(sellerCountry)}` : label;
};
