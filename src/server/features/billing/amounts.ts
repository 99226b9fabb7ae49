/** How many cents of ours make one of Stripe's units; 1 for currencies not listed. */
const centsPerUnit: Record<string, number> = {
  // Stripe's zero-decimal currencies. ISK and UGX have no decimals either, but Stripe counts them in hundredths.
  ...Object.fromEntries(
    'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'
      .split(' ')
      .map((currency) => [currency, 100]),
  ),
  // Three-decimal currencies.
  ...Object.fromEntries('BHD JOD KWD OMR TND'.split(' ').map((currency) => [currency, 0.1])),
};

/** Currencies that Stripe counts in hundredths but charges in whole units only. */
const wholeAlone = new Set(['ISK', 'UGX']);

const perUnit = (currency: string): number => centsPerUnit[currency.toUpperCase()] ?? 1;

/** Converts our cents to Stripe's amount, rounded to what can be charged. */
export function toStripeAmount(cents: number, currency: string): number {
  if (wholeAlone.has(currency.toUpperCase())) return Math.round(cents / 100) * 100;
  return Math.round(cents / perUnit(currency));
}

export function fromStripeAmount(amount: number, currency: string): number {
  return Math.round(amount * perUnit(currency));
}
