/**
 * Which tax an item of a document has. Server and browser share it: it needs no library. Categories are those of EN 16931 (UNCL 5305), as
 * far as an agency issues them.
 */

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

/** Either a regular seller, or one that charges no VAT because of its size. */
export const taxSchemes = ['regular', 'small_business'] as const;
type TaxScheme = (typeof taxSchemes)[number];

/** The sentences that documents print, in English; the agency can replace each. */
export const defaultTaxNotes: Record<ExplainedCategory, string> = {
  AE: 'Reverse charge: VAT is to be accounted for by the recipient (Article 196 of Directive 2006/112/EC).',
  K: 'Intra-community supply, exempt from VAT (Article 138 of Directive 2006/112/EC).',
  G: 'Export outside the European Union, exempt from VAT (Article 146 of Directive 2006/112/EC).',
  E: 'Exempt from VAT.',
  O: 'Not subject to VAT: the place of supply is outside the European Union.',
};

/** Printed by a small business in place of the sentence for exempt items, unless the agency has written one. */
export const smallBusinessNote =
  'No VAT is charged: special scheme for small enterprises (Article 284 of Directive 2006/112/EC).';

export interface Taxed {
  /** Percent. */
  taxRate: string;
  /** Left out where it is that of the rate, as in documents from before there were categories. */
  taxCategory?: TaxCategory | undefined;
}

/** The category of a rate without one: standard rate, or zero rated. */
export const categoryOfRate = (rate: string): TaxCategory => (Number(rate) > 0 ? 'S' : 'Z');

export const categoryOf = ({ taxRate, taxCategory }: Taxed): TaxCategory =>
  taxCategory ?? categoryOfRate(taxRate);

/** Why a category and a rate exclude each other; undefined where they fit. */
export function taxConflict({ taxRate, taxCategory }: Taxed): string | undefined {
  if (!taxCategory) return undefined;
  const isTaxed = Number(taxRate) > 0;
  if (taxCategory === 'S' && !isTaxed) {
    return 'The standard rate is above 0. For 0, please choose another category';
  }
  if (taxCategory !== 'S' && isTaxed) {
    return `${taxCategoryNames[taxCategory]} has no tax: the rate is 0, or the category is another`;
  }
  return undefined;
}

/** What a check of a VAT number has found; `not_checked` where its form is right and no answer came yet. */
export const vatCheckStatuses = ['valid', 'invalid', 'not_checked'] as const;
export type VatCheckStatus = (typeof vatCheckStatuses)[number];

/**
 * Member states of the European Union by ISO code, with the letters and the form of their VAT numbers. Greece's begin with EL. Source: the
 * Commission's list for VIES.
 */
const vatForms: Record<string, { prefix?: string; form: RegExp }> = {
  AT: { form: /^U\d{8}$/ },
  BE: { form: /^[01]\d{9}$/ },
  BG: { form: /^\d{9,10}$/ },
  CY: { form: /^\d{8}[A-Z]$/ },
  CZ: { form: /^\d{8,10}$/ },
  DE: { form: /^\d{9}$/ },
  DK: { form: /^\d{8}$/ },
  EE: { form: /^\d{9}$/ },
  ES: { form: /^[A-Z0-9]\d{7}[A-Z0-9]$/ },
  FI: { form: /^\d{8}$/ },
  FR: { form: /^[A-HJ-NP-Z0-9]{2}\d{9}$/ },
  GR: { prefix: 'EL', form: /^\d{9}$/ },
  HR: { form: /^\d{11}$/ },
  HU: { form: /^\d{8}$/ },
  IE: { form: /^\d[A-Z0-9+*]\d{5}[A-Z]{1,2}$/ },
  IT: { form: /^\d{11}$/ },
  LT: { form: /^(\d{9}|\d{12})$/ },
  LU: { form: /^\d{8}$/ },
  LV: { form: /^\d{11}$/ },
  MT: { form: /^\d{8}$/ },
  NL: { form: /^[A-Z0-9+*]{10}\d{2}$/ },
  PL: { form: /^\d{10}$/ },
  PT: { form: /^\d{9}$/ },
  RO: { form: /^\d{2,10}$/ },
  SE: { form: /^\d{12}$/ },
  SI: { form: /^\d{8}$/ },
  SK: { form: /^\d{10}$/ },
};

export const isInEu = (country: string): boolean => Object.hasOwn(vatForms, country);

const prefixOf = (country: string): string => vatForms[country]?.prefix ?? country;

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

/** The ISO code of the member state whose letters a normal VAT number begins with; undefined for any other number. */
export function memberStateOf(number: string): string | undefined {
  const letters = number.slice(0, 2);
  if (letters === 'EL') return 'GR';
  return isInEu(letters) && letters !== 'GR' ? letters : undefined;
}

/** What is wrong with the form of a VAT number, given as written; undefined where it is right, or of a country without a known form. */
export function vatNumberIssue(written: string, country = ''): string | undefined {
  const number = normalVatNumber(written);
  if (number === '') return undefined;
  const state = memberStateOf(number);
  if (isInEu(country) && state !== country) {
    return `A VAT number of this country begins with ${prefixOf(country)}`;
  }
  const form = state && vatForms[state]?.form;
  return form && !form.test(number.slice(2))
    ? `This is not the form of a VAT number that begins with ${number.slice(0, 2)}`
    : undefined;
}

/** A buyer as far as its tax depends on it. */
export interface TaxedBuyer {
  country?: string | undefined;
  company?: string | undefined;
  isBusiness?: boolean | undefined;
  vatNumber?: string | undefined;
}

/** Whether the buyer is a business: as it says, else by its company or VAT number. */
export const isBusiness = ({ isBusiness: said, company, vatNumber }: TaxedBuyer): boolean =>
  said ?? Boolean(company?.trim() || vatNumber?.trim());

/** How a seller is taxed. */
export interface TaxedSeller {
  scheme: TaxScheme;
  /** ISO 3166; empty where it is not set. */
  country: string;
  /** Percent. */
  standardRate: string;
}

export interface TaxProposal {
  taxCategory: TaxCategory;
  taxRate: string;
  /** Within a sentence that begins with the category. */
  why: string;
}

/**
 * The tax of an item that says nothing about it, for services.
 *
 * @param check of the buyer's VAT number; a number that could not be checked yet counts by its form
 */
export function proposeTax(
  seller: TaxedSeller,
  buyer: TaxedBuyer,
  check: VatCheckStatus = 'not_checked',
): TaxProposal {
  const without = (taxCategory: TaxCategory, why: string): TaxProposal => ({
    taxCategory,
    taxRate: '0',
    why,
  });
  const atHome = (why: string): TaxProposal =>
    Number(seller.standardRate) > 0
      ? { taxCategory: 'S', taxRate: seller.standardRate, why }
      : without('Z', why);
  if (seller.scheme === 'small_business') {
    return without('E', 'a small business charges no VAT');
  }
  const country = buyer.country ?? '';
  if (!seller.country || !country || country === seller.country) {
    return atHome(country && seller.country ? 'in the same country' : 'as at home');
  }
  if (!isInEu(country) || !isInEu(seller.country)) {
    return without(
      'O',
      isInEu(seller.country) ? 'outside the European Union' : 'in another country',
    );
  }
  if (!isBusiness(buyer)) return atHome('a consumer in the European Union pays the rate at home');
  const number = normalVatNumber(buyer.vatNumber ?? '');
  if (number === '') return atHome('a business without a VAT number');
  if (vatNumberIssue(number, country)) return atHome('the VAT number does not have the right form');
  if (check === 'invalid') return atHome('the VAT number was found invalid');
  return without(
    'AE',
    check === 'valid'
      ? 'a business in another member state, with a valid VAT number'
      : 'a business in another member state; its VAT number is not checked yet',
  );
}
