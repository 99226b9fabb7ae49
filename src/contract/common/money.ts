/** Cents to a decimal string as in the API: 129900 becomes '1299.00'. */
export function centsToDecimal(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const whole = Math.trunc(Math.abs(cents) / 100);
  const rest = Math.abs(cents) % 100;
  return `${sign}${whole}.${String(rest).padStart(2, '0')}`;
}

/** A decimal string to a label such as '$1,299'; cents are shown only where they are not zero. */
export function formatMoney(decimal: string, currency: string): string {
  const amount = Number(decimal);
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: Number.isInteger(amount) ? 0 : 2,
  }).format(amount);
}
