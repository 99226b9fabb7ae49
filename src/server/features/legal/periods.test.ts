import { expect, it } from 'vitest';

import { inDays, inMonths, inMonthsOrYears } from './periods';

it.each([
  [1, '1 day'],
  [30, '30 days'],
])('%i as days is %s', (days, label) => {
  expect(inDays(days)).toBe(label);
});

it.each([
  [1, '1 month'],
  [12, '12 months'],
  [24, '24 months'],
])('%i as months is %s', (months, label) => {
  expect(inMonths(months)).toBe(label);
});

it.each([
  [1, '1 month'],
  [11, '11 months'],
  [12, '1 year'],
  [18, '18 months'],
  [36, '3 years'],
  [120, '10 years'],
])('%i months, in whole years if possible, is %s', (months, label) => {
  expect(inMonthsOrYears(months)).toBe(label);
});
