import { centsPerStripeUnit, chargeStepCents } from '~/contract/common/currencies';

/** Converts an amount to Stripe's units, rounded to an amount that Stripe can charge. */
export function toStripeAmount(cents: number, currency: string): number {
  const perUnit = centsPerStripeUnit(currency);
  // Stripe counts ISK and UGX in hundredths, but charges whole units only.
  const step = chargeStepCents(currency);
  return Math.round((Math.round(cents / step) * step) / perUnit);
}

export function fromStripeAmount(amount: number, currency: string): number {
  return Math.round(amount * centsPerStripeUnit(currency));
}

/** Returns whether Stripe can charge exactly this amount: in currencies with three decimals, the last one must be 0. */
export const isChargeable = (cents: number, currency: string): boolean =>
  cents % chargeStepCents(currency) === 0;
