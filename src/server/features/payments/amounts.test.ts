import fc from 'fast-check';
import { expect, it } from 'vitest';

import { int4Max } from '~/contract/common/limits';
import { fromStripeAmount, isChargeable, toStripeAmount } from './amounts';

it.each([
  ['USD', 129_905, 129_905],
  ['eur', 1, 1],
  ['JPY', 129_900, 1299],
  ['jpy', 100, 1],
  ['KRW', 5_000_000, 50_000],
  ['KWD', 12_340, 12_340],
  ['ISK', 129_900, 129_900],
  ['UGX', 500, 500],
])('%s: %i cents are %i at Stripe, and convert back', (currency, cents, amount) => {
  expect(toStripeAmount(cents, currency)).toBe(amount);
  expect(fromStripeAmount(amount, currency)).toBe(cents);
});

it.each([
  ['JPY', 129_950, 1300],
  ['JPY', 49, 0],
  ['ISK', 129_949, 129_900],
  ['KWD', 12_345, 12_350],
])('%s: %i cents are rounded to a chargeable amount of %i', (currency, cents, amount) => {
  expect(toStripeAmount(cents, currency)).toBe(amount);
});

it('any amount of Stripe converts to cents and back unchanged, in any currency', () => {
  const currencies = ['USD', 'EUR', 'JPY', 'XPF'];
  fc.assert(
    fc.property(
      fc.constantFrom(...currencies),
      fc.integer({ min: 0, max: Math.floor(int4Max / 100) }),
      (currency, amount) => {
        expect(toStripeAmount(fromStripeAmount(amount, currency), currency)).toBe(amount);
      },
    ),
  );
});

it.each([
  ['KWD', 12_345, false],
  ['KWD', 12_340, true],
  ['JPY', 129_900, true],
  ['EUR', 1, true],
])('%s: Stripe can charge exactly %i cents: %s', (currency, cents, expected) => {
  expect(isChargeable(cents, currency)).toBe(expected);
});
