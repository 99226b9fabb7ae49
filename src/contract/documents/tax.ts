import {
  categoryOf,
  categoryOfRate,
  type ExplainedCategory,
  type TaxCategory,
  type Taxed,
  taxCategoryNames,
} from './tax-categories';
import { normalVatNumber } from './tax-numbers';
import { taxWordWithin } from './tax-words';
import { isInEu, type VatCheckStatus, vatCountryOf, vatNumberIssue } from './vat-numbers';

/** Rules for the tax of a document's item. Server and browser share them: they need no library. */

/** Tax schemes: a regular seller, or one that charges no VAT because of its size. */
export const taxSchemes = ['regular', 'small_business'] as const;
export type TaxScheme = (typeof taxSchemes)[number];

/** Default English sentences on documents. The agency can replace each of them. */
const defaultTaxNotes: Record<ExplainedCategory, string> = {
  AE: 'Reverse charge: VAT is to be accounted for by the recipient (Article 196 of Directive 2006/112/EC).',
  K: 'Intra-community supply, exempt from VAT (Article 138 of Directive 2006/112/EC).',
  G: 'Export outside the European Union, exempt from VAT (Article 146 of Directive 2006/112/EC).',
  E: 'Exempt from VAT.',
  O: 'Not subject to VAT: the place of supply is outside the European Union.',
};

/** Default sentence of a small business for exempt items. */
const smallBusinessNote =
  'No VAT is charged: special scheme for small enterprises (Article 284 of Directive 2006/112/EC).';

/**
 * Returns the default sentence of a tax category, in the terms used in the seller's region: only
 * member states of the European Union refer to EU law.
 */
export function defaultTaxNoteOf(
  category: ExplainedCategory,
  { country, scheme = 'regular' }: { country: string; scheme?: TaxScheme },
): string {
  const isSmall = category === 'E' && scheme === 'small_business';
  const tax = taxWordWithin(country);
  if (!country || isInEu(country)) {
    const note = isSmall ? smallBusinessNote : defaultTaxNotes[category];
    // Uses the same term as the label above the sentence, such as BTW/VAT.
    return country ? note.replace('VAT', tax) : note;
  }
  const notes: Record<ExplainedCategory, string> = {
    AE: `Reverse charge: the recipient accounts for ${tax}.`,
    K: `Exempt from ${tax}.`,
    G: `Export, exempt from ${tax}.`,
    E: isSmall ? `No ${tax} is charged.` : `Exempt from ${tax}.`,
    O: `Not subject to ${tax}: the place of supply is in another country.`,
  };
  return notes[category];
}

/** Returns why a category and a rate exclude each other; undefined if they fit together. */
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

/** Data of a buyer that affects the tax. */
export interface TaxedBuyer {
  country?: string | undefined;
  company?: string | undefined;
  isBusiness?: boolean | undefined;
  vatNumber?: string | undefined;
}

/** Returns whether the buyer is a business: as stated, or else if a company or VAT number is known. */
export const isBusiness = ({ isBusiness: said, company, vatNumber }: TaxedBuyer): boolean =>
  said ?? Boolean(company?.trim() || vatNumber?.trim());

/** Data of a seller that affects the tax. */
export interface TaxedSeller {
  scheme: TaxScheme;
  /** ISO 3166 code; empty if not set. */
  country: string;
  /** In percent. */
  standardRate: string;
}

export interface TaxProposal {
  taxCategory: TaxCategory;
  taxRate: string;
  /** Reason for the tax, worded to follow the name of the category in a sentence. */
  why: string;
}

const unknownSeller = 'your country is not set';
const unknownBuyer = 'the client’s country is not known';

/** Converts the reason for a proposed tax to the wording for the client. */
export function whyForClient(why: string): string {
  if (why === unknownSeller) return 'the rate that applies to everybody';
  return why === unknownBuyer ? 'your country is not known yet' : why;
}

/**
 * Returns the default tax of an item, assuming that the item is a service.
 *
 * @param check result of checking the buyer's VAT number; a number that was not checked yet only
 * needs a valid format
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
  const isAtHome = vatCountryOf(country) === vatCountryOf(seller.country);
  if (!seller.country || !country || isAtHome) {
    if (!seller.country) return atHome(unknownSeller);
    return atHome(country ? 'in the same country' : unknownBuyer);
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

/** Category and rate that were proposed when the items of a document were saved. */
export type ProposedTax = Pick<TaxProposal, 'taxCategory' | 'taxRate'>;

const isSameRate = (one: string, other: string): boolean => Number(one) === Number(other);

/**
 * Returns items with the tax adjusted after the client's tax has changed. If an item has the previously proposed category,
 * it gets the new category regardless of its rate, but a new rate within the same category only if it has the proposed
 * rate. Any other tax was chosen by an admin and does not change.
 */
export function followTax<Item extends Taxed>(
  items: readonly Item[],
  before: ProposedTax,
  now: ProposedTax,
): readonly Item[] {
  if (before.taxCategory === now.taxCategory && isSameRate(before.taxRate, now.taxRate)) {
    return items;
  }
  return items.map((item) => {
    const isProposed =
      categoryOf(item) === before.taxCategory &&
      (before.taxCategory !== now.taxCategory || isSameRate(item.taxRate, before.taxRate));
    if (!isProposed) return item;
    const { taxRate, taxCategory } = now;
    const { taxCategory: _, ...rest } = item;
    // The category is omitted if it is the default of the rate, so that equal items are stored in the same form.
    const category = taxCategory === categoryOfRate(taxRate) ? {} : { taxCategory };
    return { ...rest, taxRate, ...category } as Item;
  });
}
