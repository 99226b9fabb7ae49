/** A price of the site in hundredths as a decimal string, as in the API: 129900 becomes '1299.00'. */
export function centsToDecimal(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const whole = Math.trunc(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  return `${sign}${whole}.${String(rest).padStart(2, '0')}`;
}

const formats = new Map<string, Intl.NumberFormat>();

/**
 * An amount with the symbol of its currency, and the minus sign of typography, which is as wide as a digit. Formats are kept: making one takes
 * longer than the rest of rendering a price.
 */
export function formatIn(currency: string, decimals: number, amount: number | string): string {
  const key = `${currency} ${decimals}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      minimumFractionDigits: decimals,
    });
    formats.set(key, format);
  }
  return format.format(Number(amount)).replace('-', '−');
}

/** A decimal string to a label such as '$1,299'; cents are shown only where there are some. */
export const formatMoney = (decimal: string, currency: string): string =>
  formatIn(currency, Number.isInteger(Number(decimal)) ? 0 : 2, decimal);
