/** How many of our cents are one of what Stripe counts in; one where nothing is said. */
const centsPerUnit: Record<string, number> = {
  // Stripe's currencies without decimals. ISK and UGX have none either, but are counted as if they had.
  ...Object.fromEntries(
    'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'
      .split(' ')
      .map((currency) => [currency, 100]),
  ),
  // Those with three.
  ...Object.fromEntries('BHD JOD KWD OMR TND'.split(' ').map((currency) => [currency, 0.1])),
};

/** Those that Stripe counts in hundredths, and takes whole ones of. */
const wholeAlone = new Set(['ISK', 'UGX']);

const perUnit = (currency: string): number => centsPerUnit[currency.toUpperCase()] ?? 1;

/** Our cents as Stripe counts this currency; what cannot be paid is rounded. */
export function toStripeAmount(cents: number, currency: string): number {
  if (wholeAlone.has(currency.toUpperCase())) return Math.round(cents / 100) * 100;
  return Math.round(cents / perUnit(currency));
}

export function fromStripeAmount(amount: number, currency: string): number {
  return Math.round(amount * perUnit(currency));
}
