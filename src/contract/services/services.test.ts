import { expect, it } from 'vitest';

import { perUnit, priceUnits } from '~/contract/services/services';

it.each([
  ['once', '$90'],
  ['hour', '$90 an hour'],
  ['month', '$90 a month'],
  ['quarter', '$90 a quarter'],
  ['year', '$90 a year'],
] as const)('a price per %s is shown as %s', (unit, words) => {
  expect(perUnit('$90', unit)).toBe(words);
  expect(priceUnits).toContain(unit);
});
