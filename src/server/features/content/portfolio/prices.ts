import { centsToDecimal } from '~/contract/common/money';

/** What a piece of work cost, as it is read. */
export const pricesOf = (row: { priceFromCents: number | null; priceToCents: number | null }) => ({
  priceFrom: row.priceFromCents === null ? null : centsToDecimal(row.priceFromCents),
  priceTo: row.priceToCents === null ? null : centsToDecimal(row.priceToCents),
});
