import { countryName } from '~/contract/common/country-names';
import type { FieldIssue } from '~/contract/common/errors';
import { isInEu } from './vat-numbers';

/** Countries outside the European Union whose law asks for the customer's address on an invoice. */
const alsoRequired: ReadonlySet<string> = new Set(['GB', 'CH', 'NO', 'IS', 'LI']);

/** Returns whether the law of the seller's country requires the customer's address on invoices. */
export const isAddressRequired = (sellerCountry: string): boolean =>
  isInEu(sellerCountry) || alsoRequired.has(sellerCountry);

/** Billing data that the seller's law requires and a buyer lacks, by field. */
export function missingBilling(
  seller: { country: string },
  buyer: { address?: string | undefined; country?: string | undefined },
): FieldIssue[] {
  if (!isAddressRequired(seller.country)) return [];
  const where = countryName(seller.country);
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
