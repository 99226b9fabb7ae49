import { describe, expect, it } from 'vitest';

import { missingOfSeller } from './billing-address';

const seller = {
  country: 'NL',
  address: ['Kade 1'],
  vatNumber: 'NL123456789B01',
  taxNumber: '',
};
const regular = { scheme: 'regular' as const, standardRate: '21' };

describe('missing data of a seller', () => {
  it.each([
    ['nothing if everything is set', seller, regular, []],
    ['the country', { ...seller, country: '' }, regular, [/country is missing/]],
    [
      'address and number',
      { ...seller, address: [], vatNumber: '' },
      regular,
      [/address is missing/, /VAT or tax number is missing/],
    ],
    [
      'a rate of 0 at home',
      seller,
      { ...regular, standardRate: '0' },
      [/In Netherlands it is 21%/],
    ],
    [
      'nothing for a small business',
      seller,
      { scheme: 'small_business' as const, standardRate: '0' },
      [],
    ],
    [
      'nothing if the country has no tax',
      { ...seller, country: 'US', address: [] },
      { ...regular, standardRate: '0' },
      [],
    ],
  ])('is %s', (_, one, tax, expected) => {
    const missing = missingOfSeller(one, tax);
    expect(missing).toHaveLength(expected.length);
    for (const [index, words] of expected.entries()) expect(missing[index]).toMatch(words);
  });
});
