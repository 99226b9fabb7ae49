import { readWritten } from '~/contract/values/numbers';

/** A percentage as people type it: at most 100, so that a comma is always that of the decimals. */
export const readPercent = (typed: string): string =>
  readDecimal(typed.includes('.') ? typed : typed.replace(',', '.'), 3);

/**
 * A number as people type it, as the decimal that the API takes: "1,250.50", "1.250,50" and "1 250,5" are read alike. A single sign before
 * three digits is a thousands' one where the number cannot have three decimals. Where it can, a point is the decimals', and a comma could be
 * either: an eighth of an hour is not to be billed as a thousand hours, so that it is not read.
 *
 * @param decimals that it may have at most
 * @returns what was typed, without blanks at its ends, where it cannot be read
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

/** The sum that a search asks for, in cents, such as of "1.011,50"; undefined where it is none. */
export function searchedCents(search: string): number | undefined {
  const decimal = readDecimal(search, 2);
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(decimal)) return undefined;
  return Math.round(Number(decimal) * 100);
}
