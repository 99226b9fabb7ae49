import {
  proposeTax,
  type TaxedBuyer,
  type TaxedSeller,
  type TaxProposal,
} from '~/contract/documents/tax';
import type { VatCheckStatus } from '~/contract/documents/vat-numbers';
import type { DocumentContext } from './context';
import type { ItemDefaults } from './items';

/** Returns the settings of the seller that affect the tax. */
export const taxedSellerOf = ({
  tax: { scheme, standardRate },
  seller: { country },
}: Pick<DocumentContext, 'tax' | 'seller'>): TaxedSeller => ({ scheme, standardRate, country });

/**
 * Returns the default tax of items, from the settings and the buyer.
 *
 * @param buyer omitted if unknown, such as for a proposal; then treated as a domestic client
 */
export function itemDefaultsOf(
  context: Pick<DocumentContext, 'tax' | 'seller'>,
  currency: string,
  buyer: TaxedBuyer = {},
  check?: VatCheckStatus,
): ItemDefaults & { proposed: TaxProposal } {
  const seller = taxedSellerOf(context);
  const { standardRate } = seller;
  return { currency, standardRate, proposed: proposeTax(seller, buyer, check) };
}
