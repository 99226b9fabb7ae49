/** Tax categories of EN 16931 (UNCL 5305) that an agency needs. */

export const taxCategories = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O'] as const;
export type TaxCategory = (typeof taxCategories)[number];

export const taxCategoryNames: Record<TaxCategory, string> = {
  S: 'Standard rate',
  Z: 'Zero rated',
  E: 'Exempt',
  AE: 'Reverse charge',
  K: 'Intra-community supply',
  G: 'Export',
  O: 'Outside the scope of VAT',
};

/** Tax-free categories for which documents print a reason. */
export const explainedCategories = ['AE', 'K', 'G', 'E', 'O'] as const;
export type ExplainedCategory = (typeof explainedCategories)[number];

export const isExplained = (category: TaxCategory): category is ExplainedCategory =>
  explainedCategories.some((one) => one === category);

export interface Taxed {
  /** Tax rate in percent. */
  taxRate: string;
  /** Tax category. Defaults to the category of the rate. */
  taxCategory?: TaxCategory | undefined;
}

/** Returns the category of a rate: standard rate, or zero rated. */
export const categoryOfRate = (rate: string): TaxCategory => (Number(rate) > 0 ? 'S' : 'Z');

export const categoryOf = ({ taxRate, taxCategory }: Taxed): TaxCategory =>
  taxCategory ?? categoryOfRate(taxRate);
