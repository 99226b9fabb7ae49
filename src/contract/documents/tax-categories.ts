/** Categories are those of EN 16931 (UNCL 5305), as far as an agency issues them. */

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

/** Categories without tax that print why; the others need no reason. */
export const explainedCategories = ['AE', 'K', 'G', 'E', 'O'] as const;
export type ExplainedCategory = (typeof explainedCategories)[number];

export const isExplained = (category: TaxCategory): category is ExplainedCategory =>
  explainedCategories.some((one) => one === category);

export interface Taxed {
  /** Percent. */
  taxRate: string;
  /** Defaults to the category of the rate. */
  taxCategory?: TaxCategory | undefined;
}

/** The category of a rate without one: standard rate, or zero rated. */
export const categoryOfRate = (rate: string): TaxCategory => (Number(rate) > 0 ? 'S' : 'Z');

export const categoryOf = ({ taxRate, taxCategory }: Taxed): TaxCategory =>
  taxCategory ?? categoryOfRate(taxRate);
