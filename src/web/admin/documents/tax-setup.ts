import { isInEu } from '~/contract/documents/vat-numbers';
import type { ItemDefaults } from '~/contract/proposals/proposals-schema';

/** Returns the standard rate for sellers whose documents have tax categories, which are those in the European Union. */
export const standardRateOf = ({ seller }: ItemDefaults): string | undefined =>
  isInEu(seller.country) ? seller.standardRate : undefined;
