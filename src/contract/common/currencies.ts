import { formatIn } from './money';

const list = (codes: string): ReadonlySet<string> => new Set(codes.split(' '));

/** Stripe's zero-decimal currencies: they have no hundredths, and are charged in whole units. */
const withoutDecimals = list('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF');
export const threeDecimalCurrencies = list('BHD JOD KWD OMR TND');
/** Currencies that Stripe counts in hundredths but charges in whole units only. */
const chargedWhole = list('ISK UGX');

/** Returns the number of decimals of amounts in a currency. */
export function decimalsOf(currency: string): 0 | 2 | 3 {
  const code = currency.toUpperCase();
  if (withoutDecimals.has(code) || chargedWhole.has(code)) return 0;
  return threeDecimalCurrencies.has(code) ? 3 : 2;
}

/**
 * Returns the cents in one unit of the currency. Amounts are stored in cents: hundredths of the unit, even if the currency has no
 * decimals, and thousandths if it has three.
 */
export const centsPerUnit = (currency: string): 100 | 1000 =>
  decimalsOf(currency) === 3 ? 1000 : 100;

/** Returns the smallest amount of the currency, in cents. */
export const stepCents = (currency: string): 1 | 100 => (decimalsOf(currency) === 0 ? 100 : 1);

/** Returns the number of cents in one of Stripe's units. */
export const centsPerStripeUnit = (currency: string): 1 | 100 =>
  withoutDecimals.has(currency.toUpperCase()) ? 100 : 1;

/** Returns the smallest amount that Stripe can charge, in cents. In currencies with thousandths, the last digit must be 0. */
export const chargeStepCents = (currency: string): 1 | 10 | 100 =>
  decimalsOf(currency) === 3 ? 10 : stepCents(currency);

/** Formats cents as a decimal string with all decimals of the currency. */
export function centsToAmount(cents: number, currency: string): string {
  const decimals = decimalsOf(currency);
  const sign = cents < 0 ? '-' : '';
  const perUnit = centsPerUnit(currency);
  const whole = Math.trunc(Math.abs(cents) / perUnit);
  if (decimals === 0) return `${sign}${whole}`;
  return `${sign}${whole}.${String(Math.abs(cents) % perUnit).padStart(decimals, '0')}`;
}

/**
 * Parses a decimal string to cents.
 *
 * @returns undefined if it is not an amount of the currency
 */
export function amountToCents(amount: string, currency: string): number | undefined {
  const match = /^(\d{1,13})(?:\.(\d{1,3}))?$/.exec(amount);
  if (!match) return undefined;
  const thousandths = Number(`${match[1]}${(match[2] ?? '').padEnd(3, '0')}`);
  const cents = (thousandths * centsPerUnit(currency)) / 1000;
  return cents % stepCents(currency) === 0 ? cents : undefined;
}

/** Returns the error message for an amount that is 0 or invalid in the currency. */
export function amountMessage(currency: string): string {
  const decimals = decimalsOf(currency);
  return `Please enter an amount in ${currency} above 0, ${decimals === 0 ? 'without decimals' : `with up to ${decimals} decimals`}`;
}

/** Converts a price of the site, which is stored in hundredths for every currency, to cents of the currency. */
export const priceToCents = (hundredths: number, currency: string): number =>
  (hundredths * centsPerUnit(currency)) / 100;

/** Formats a decimal string with all decimals of its currency, such as '$1,299.00', for columns of amounts. */
export function formatAmount(decimal: string, currency: string): string {
  return formatIn(currency, decimalsOf(currency), decimal);
}

/** Formats a unit price with all of its decimals, and at least as many as its currency has. */
export function formatUnitPrice(decimal: string, currency: string): string {
  const places = decimal.split('.')[1]?.length ?? 0;
  return places <= decimalsOf(currency)
    ? formatAmount(decimal, currency)
    : formatIn(currency, places, decimal);
}

/** Formats cents with all decimals of the currency, as on documents and in texts about them. */
export const formatCents = (cents: number, currency: string): string =>
  formatAmount(centsToAmount(cents, currency), currency);
