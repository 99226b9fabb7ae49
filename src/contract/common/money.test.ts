import fc from 'fast-check';
import { expect, it } from 'vitest';

import { formatAmount, formatUnitPrice } from './currencies';
import { int4Max } from './limits';
import { centsToDecimal, formatMoney } from './money';

it.each([
  [0, '0.00'],
  [1, '0.01'],
  [10, '0.10'],
  [99, '0.99'],
  [100, '1.00'],
  [129_905, '1299.05'],
  [int4Max, '21474836.47'],
  [-1, '-0.01'],
  [-129_900, '-1299.00'],
])('%i cents are converted to %s', (cents, decimal) => {
  expect(centsToDecimal(cents)).toBe(decimal);
});

it('any amount is shown with two decimals, and converts back to the same cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: -int4Max, max: int4Max }), (cents) => {
      const decimal = centsToDecimal(cents);
      expect(decimal).toMatch(/^-?(0|[1-9]\d*)\.\d\d$/);
      expect(Number(decimal.replace('.', ''))).toBe(cents === 0 ? 0 : cents);
      expect(Math.round(Number(decimal) * 100)).toBe(cents);
    }),
  );
});

it.each([
  ['1299.00', 'USD', '$1,299'],
  ['1299.50', 'USD', '$1,299.50'],
  ['0.00', 'USD', '$0'],
  ['1000000.05', 'EUR', '€1,000,000.05'],
])('%s in %s is formatted as %s', (decimal, currency, label) => {
  expect(formatMoney(decimal, currency)).toBe(label);
});

it.each([
  ['-50.00', '−€50.00'],
  ['-0.0125', '−€0.0125'],
  ['1299.00', '€1,299.00'],
])('%s is formatted as %s, with a minus sign', (decimal, expected) => {
  expect(formatUnitPrice(decimal, 'EUR')).toBe(expected);
  if (decimal.split('.')[1]?.length === 2) expect(formatAmount(decimal, 'EUR')).toBe(expected);
});

it('a negative price on the site has a minus sign', () => {
  expect(formatMoney('-50.00', 'EUR')).toBe('−€50');
});
