/** Between groups of thousands: spaces of all widths, and the signs of Swiss sums. */
const blanks = /[\s'’]/g;
const grouped = (text: string, separator: string) =>
  new RegExp(`^\\d{1,3}(\\${separator}\\d{3})+$`).test(text);

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
  const digits = text.replace(/^\p{Sc}|\p{Sc}$/gu, '').replace(blanks, '');
  if (!/^\d[\d.,]*$/.test(digits)) return text;
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (last < 0) return digits;
  const sign = digits.charAt(last);
  const other = sign === '.' ? ',' : '.';
  const [whole, rest] = [digits.slice(0, last), digits.slice(last + 1)];
  const isRepeated = whole.includes(sign);
  if (whole.includes(other)) {
    // Both signs: the last one is the decimals'.
    return !isRepeated && grouped(whole, other) && rest
      ? `${whole.replaceAll(other, '')}.${rest}`
      : text;
  }
  const isGrouped = grouped(digits, sign) && !/^0/.test(digits);
  if (isRepeated) return isGrouped ? digits.replaceAll(sign, '') : text;
  if (isGrouped && decimals < 3) return whole + rest;
  if (isGrouped && sign === ',') return text;
  return rest ? `${whole}.${rest}` : text;
}

/** The sum that a search asks for, in cents, such as of "1.011,50"; undefined where it is none. */
export function searchedCents(search: string): number | undefined {
  const decimal = readDecimal(search, 2);
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(decimal)) return undefined;
  return Math.round(Number(decimal) * 100);
}
