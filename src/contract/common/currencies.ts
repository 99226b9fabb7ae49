import { formatOf } from './money';

const list = (codes: string): ReadonlySet<string> => new Set(codes.split(' '));

/** Stripe's zero-decimal currencies: they have no hundredths, and are charged in whole units. */
const withoutDecimals = list('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF');
const withThreeDecimals = list('BHD JOD KWD OMR TND');
/** Stripe counts them in hundredths but charges whole units only. */
const chargedWhole = list('ISK UGX');

/** Number of decimals of amounts in a currency. */
export function decimalsOf(currency: string): 0 | 2 | 3 {
  const code = currency.toUpperCase();
  if (withoutDecimals.has(code) || chargedWhole.has(code)) return 0;
  return withThreeDecimals.has(code) ? 3 : 2;
}

/**
 * The smallest amount that can be charged, in cents (hundredths of the unit, in every currency). Currencies with
 * thousandths are charged in hundredths, as Stripe requires.
 */
export const stepCents = (currency: string): 1 | 100 => (decimalsOf(currency) === 0 ? 100 : 1);

/** How many cents make one of Stripe's units. */
export function centsPerStripeUnit(currency: string): number {
  const code = currency.toUpperCase();
  if (withoutDecimals.has(code)) return 100;
  return withThreeDecimals.has(code) ? 0.1 : 1;
}

/** Cents as a decimal string with as many decimals as the currency has. */
export function centsToAmount(cents: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const sign = cents < 0 ? '-' : '';
  const whole = Math.trunc(Math.abs(cents) / 100);
  if (decimals === 0) return `${sign}${whole}`;
  const rest = String(Math.abs(cents) % 100).padStart(2, '0');
  return `${sign}${whole}.${decimals === 3 ? `${rest}0` : rest}`;
}

/**
 * A decimal string in cents.
 *
 * @returns undefined where it is no amount that can be charged in the currency
 */
export function amountToCents(amount: string, currency: string): number | undefined {
  const match = /^(\d{1,13})(?:\.(\d{1,3}))?$/.exec(amount);
  if (!match) return undefined;
  const thousandths = Number(`${match[1]}${(match[2] ?? '').padEnd(3, '0')}`);
  const cents = thousandths / 10;
  return cents % stepCents(currency) === 0 ? cents : undefined;
}

/** A decimal string with all decimals of its currency, such as '$1,299.00': for amounts below each other. */
export function formatAmount(decimal: string, currency: string): string {
  return formatOf(currency, decimalsOf(currency)).format(Number(decimal));
}

/** Cents as an amount with all decimals of its currency, as documents show them and what is written about them. */
export const formatCents = (cents: number, currency: string): string =>
  formatAmount(centsToAmount(cents, currency), currency);
