/** Formats a price of the site in hundredths as a decimal string, as in the API: 129900 becomes '1299.00'. */
export function centsToDecimal(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const whole = Math.trunc(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  return `${sign}${whole}.${String(rest).padStart(2, '0')}`;
}

const formats = new Map<string, Intl.NumberFormat>();

/**
 * Formats an amount with its currency symbol, and the typographic minus sign, which is as wide as a digit. Caches the formats:
 * creating one takes longer than the rest of rendering a price.
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

/** Formats a decimal string as a label such as '$1,299'; shows cents only if there are any. */
export const formatMoney = (decimal: string, currency: string): string =>
  formatIn(currency, Number.isInteger(Number(decimal)) ? 0 : 2, decimal);
