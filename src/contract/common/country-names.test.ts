import { expect, it } from 'vitest';

import { countryName } from './country-names';

it('returns the name of a country code, and other texts unchanged', () => {
  expect(['US', 'es', ' DE '].map(countryName)).toEqual(['United States', 'Spain', 'Germany']);
  expect(['Norway', '', 'XX9', 'QX'].map(countryName)).toEqual(['Norway', '', 'XX9', 'QX']);
});
