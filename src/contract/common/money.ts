/** A price of the site in hundredths as a decimal string, as in the API: 129900 becomes '1299.00'. */
export function centsToDecimal(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const whole = Math.trunc(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  return `${sign}${whole}.${String(rest).padStart(2, '0')}`;
}

const formats = new Map<string, Intl.NumberFormat>();

/** A format by currency and number of decimals. Making one takes longer than the rest of rendering a price. */
export function formatOf(currency: string, decimals: number): Intl.NumberFormat {
  const key = `${currency} ${decimals}`;
  const format =
    formats.get(key) ??
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      minimumFractionDigits: decimals,
    });
  formats.set(key, format);
  return format;
}

/** A formatted number with the minus sign of typography, which is as wide as a digit, in place of the hyphen. */
export const withMinus = (formatted: string): string => formatted.replace('-', '−');

/** A decimal string to a label such as '$1,299'; cents are shown only where there are some. */
export function formatMoney(decimal: string, currency: string): string {
  const amount = Number(decimal);
  return withMinus(formatOf(currency, Number.isInteger(amount) ? 0 : 2).format(amount));
}
