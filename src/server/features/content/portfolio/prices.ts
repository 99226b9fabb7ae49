import { centsToDecimal } from '~/contract/common/money';

/** Returns the price range of a portfolio item, formatted for visitors. */
export const pricesOf = (row: { priceFromCents: number | null; priceToCents: number | null }) => ({
  priceFrom: row.priceFromCents === null ? null : centsToDecimal(row.priceFromCents),
  priceTo: row.priceToCents === null ? null : centsToDecimal(row.priceToCents),
});
