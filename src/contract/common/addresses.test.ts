import { expect, it } from 'vitest';

import { seedSettings } from '~/server/seed/settings';
import { legalLineOf, placeLines } from './addresses';

it.each([
  ['DE', '10115', 'Berlin', ['10115 Berlin']],
  ['FR', '75001', 'Paris', ['75001 Paris']],
  ['NL', '1016 AB', 'Amsterdam', ['1016 AB Amsterdam']],
  ['gb', 'PA34 5AA', 'Oban', ['Oban', 'PA34 5AA']],
  ['IE', 'D02 X285', 'Dublin 2', ['Dublin 2', 'D02 X285']],
  ['HU', '1051', 'Budapest', ['Budapest', '1051']],
  ['US', '97201', 'Portland, OR', ['Portland, OR 97201']],
  ['CA', 'K1A 0B1', 'Ottawa ON', ['Ottawa ON K1A 0B1']],
  ['AU', '3000', 'Melbourne VIC', ['Melbourne VIC 3000']],
  ['LV', 'LV-1010', 'Riga', ['Riga, LV-1010']],
  ['BD', '1205', 'Dhaka', ['Dhaka - 1205']],
  ['', '10115', 'Berlin', ['10115 Berlin']],
  ['Germany', '10115', ' Berlin ', ['10115 Berlin']],
])(
  'an address in %s has postcode and city in the local order',
  (country, postcode, city, lines) => {
    expect(placeLines({ country, postcode, city })).toEqual(lines);
  },
);

it('an address has no empty lines', () => {
  expect(placeLines({ country: 'GB', city: 'Oban' })).toEqual(['Oban']);
  expect(placeLines({ country: 'GB', postcode: 'PA34 5AA', city: ' ' })).toEqual(['PA34 5AA']);
  expect(placeLines({ country: 'GB' })).toEqual([]);
});

it('the footer line of a letter has the local order of city and postcode', () => {
  const { seller } = seedSettings;
  expect(legalLineOf(seller)).toContain('Harbour Point, MA 01930');
  expect(legalLineOf({ ...seller, city: 'Oban', postcode: 'PA34 5AA', country: 'GB' })).toContain(
    'Oban, PA34 5AA',
  );
  expect(legalLineOf({ ...seller, address: [] })).toEqual([]);
});
