import { readWritten } from '~/contract/values/numbers';

/** Reads a typed percentage. A percentage is at most 100, so a comma can only be a decimal sign. */
export const readPercent = (typed: string): string =>
  readDecimal(typed.includes('.') ? typed : typed.replace(',', '.'), 3);

/**
 * Reads a typed number as a decimal for the API: "1,250.50", "1.250,50" and "1 250,5" are equal.
 *
 * A single separator before three digits is a thousands separator if the number cannot have three
 * decimals. If it can, a point is the decimal sign, but a comma is ambiguous and the number cannot
 * be read: 1,125 could be 1.125 or 1125 hours.
 *
 * @param decimals maximum number of decimals
 * @returns the trimmed text if it cannot be read
 */
export function readDecimal(typed: string, decimals: number): string {
  const text = typed.trim();
  const number = readWritten(text);
  const [first, other] = number?.readings ?? [];
  const isPlain = number && !number.isNegative && !number.mark;
  if (!isPlain || !first || number.units.some((unit) => !/^\p{Sc}$/u.test(unit))) return text;
  if (!other) return first.value;
  const [point, comma] = first.decimal === '.' ? [first, other] : [other, first];
  const isComma = text.includes(',');
  if (decimals < 3) return isComma ? point.value : comma.value;
  return isComma ? text : point.value;
}

/**
 * Parses a search text such as "1.011,50" to an amount in cents; undefined if it is not an amount.
 */
export function searchedCents(search: string): number | undefined {
  const decimal = readDecimal(search, 2);
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(decimal)) return undefined;
  return Math.round(Number(decimal) * 100);
}
