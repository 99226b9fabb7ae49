import { proposeTax, type TaxedBuyer, type TaxProposal } from '~/contract/documents/tax';
import type { VatCheckStatus } from '~/contract/documents/vat-numbers';
import type { DocumentContext } from './context';
import type { ItemDefaults } from './items';

/**
 * Returns the default tax of items, from the settings and the buyer.
 *
 * @param buyer omitted if unknown, such as for a proposal; then treated as a domestic client
 */
export function itemDefaultsOf(
  { tax, seller }: Pick<DocumentContext, 'tax' | 'seller'>,
  currency: string,
  buyer: TaxedBuyer = {},
  check?: VatCheckStatus,
): ItemDefaults & { proposed: TaxProposal } {
  const { scheme, standardRate } = tax;
  return {
    currency,
    standardRate,
    proposed: proposeTax({ scheme, standardRate, country: seller.country }, buyer, check),
  };
}
