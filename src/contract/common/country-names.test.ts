import { expect, it } from 'vitest';

import { countryName } from './country-names';

it('names a country by its code, and leaves what is none', () => {
  expect(['US', 'es', ' DE '].map(countryName)).toEqual(['United States', 'Spain', 'Germany']);
  expect(['Norway', '', 'XX9', 'QX'].map(countryName)).toEqual(['Norway', '', 'XX9', 'QX']);
});
