import { isInEu } from '~/contract/documents/vat-numbers';
import type { ItemDefaults } from '~/contract/proposals/proposals-schema';

/** The standard rate, for those whose documents have tax categories: sellers in the European Union. */
export const standardRateOf = ({ seller }: ItemDefaults): string | undefined =>
  isInEu(seller.country) ? seller.standardRate : undefined;
