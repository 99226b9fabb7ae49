import { countryName } from '~/contract/common/country-names';
import type { FieldIssue } from '~/contract/common/errors';
import { homeTaxOf } from './home-taxes';
import type { TaxedSeller, TaxScheme } from './tax';
import type { TaxCategory } from './tax-categories';
import { isInEu } from './vat-numbers';

/** Countries outside the European Union whose law also requires the customer's address on an invoice. */
const alsoRequired: ReadonlySet<string> = new Set(['GB', 'CH', 'NO', 'IS', 'LI']);

/** Returns whether the law of the seller's country requires the customer's address on an invoice. */
export const isAddressRequired = (sellerCountry: string): boolean =>
  isInEu(sellerCountry) || alsoRequired.has(sellerCountry);

interface Billed {
  address?: string | undefined;
  country?: string | undefined;
  vatNumber?: string | undefined;
}

/** Categories that shift the tax to the buyer and require the buyer's VAT number. */
const numberedCategories: ReadonlySet<string> = new Set<TaxCategory>(['AE', 'K']);

/** Returns whether the tax category of any item requires the buyer's VAT number. */
export const needsVatNumber = (
  items: readonly { taxCategory?: TaxCategory | undefined }[],
): boolean => items.some(({ taxCategory }) => taxCategory && numberedCategories.has(taxCategory));

/**
 * Returns whether any item has the seller's domestic tax, which a buyer in another country may not
 * have to pay.
 */
const dependOnCountry = (
  { scheme, country, standardRate }: TaxedSeller,
  items: readonly { taxRate: string }[],
): boolean =>
  country !== '' &&
  scheme === 'regular' &&
  Number(standardRate) > 0 &&
  items.some(({ taxRate }) => Number(taxRate) > 0);

/**
 * Returns an issue for each billing field that is required and that the buyer lacks. The law of the
 * seller's country and the tax of the items determine which fields are required.
 */
export function missingBilling(
  seller: TaxedSeller,
  buyer: Billed,
  items: readonly { taxRate: string; taxCategory?: TaxCategory | undefined }[],
): FieldIssue[] {
  const ofAddress = missingAddress(seller, buyer);
  const isCountryMissing =
    ofAddress.length === 0 && !buyer.country?.trim() && dependOnCountry(seller, items);
  return [
    ...ofAddress,
    ...(isCountryMissing
      ? [
          {
            path: 'client.country',
            message: 'The client’s country is missing, which the tax depends on',
          },
        ]
      : []),
    ...(needsVatNumber(items) && !buyer.vatNumber?.trim()
      ? [
          {
            path: 'client.vatNumber',
            message: 'The client’s VAT number is missing, which the tax of the items requires',
          },
        ]
      : []),
  ];
}

function missingAddress(seller: { country: string }, buyer: Billed): FieldIssue[] {
  if (!isAddressRequired(seller.country)) return [];
  const name = countryName(seller.country);
  const where = /^(Netherlands|United )/.test(name) ? `the ${name}` : name;
  const needed = [
    ['address', 'address'],
    ['country', 'country'],
  ] as const;
  return needed.flatMap(([field, word]) =>
    buyer[field]?.trim()
      ? []
      : [
          {
            path: `client.${field}`,
            message: `The client’s ${word} is missing, which the law asks for on an invoice (${where})`,
          },
        ],
  );
}

/**
 * Returns the legally required invoice data of the seller that is missing or probably wrong. Empty
 * if the country is unknown and not required.
 */
export function missingOfSeller(
  seller: {
    country: string;
    address: readonly string[];
    vatNumber?: string | undefined;
    taxNumber: string;
  },
  tax: { scheme: TaxScheme; standardRate: string },
): string[] {
  if (!seller.country) return ['Your country is missing, which the tax depends on'];
  const where = countryName(seller.country);
  const home = homeTaxOf(seller.country);
  const isUntaxed = tax.scheme === 'regular' && Number(tax.standardRate) === 0;
  const needed: [isThere: boolean, words: string][] = [
    [seller.address.join('').trim() !== '', 'Your address is missing'],
    [Boolean(seller.vatNumber || seller.taxNumber), 'Your VAT or tax number is missing'],
    [
      !home || !isUntaxed,
      `Your standard tax rate is 0%. In ${where} it is ${home?.standardRate}%, unless you are a small business`,
    ],
  ];
  const isChecked = isAddressRequired(seller.country) || home !== undefined;
  return isChecked ? needed.flatMap(([isThere, words]) => (isThere ? [] : [words])) : [];
}
