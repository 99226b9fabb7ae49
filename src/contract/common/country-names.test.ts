import { expect, it } from 'vitest';

import { countryName } from './country-names';

it('a country code is shown as its name, and other texts unchanged', () => {
  expect(['US', 'es', ' DE '].map(countryName)).toEqual(['United States', 'Spain', 'Germany']);
  expect(['Norway', '', 'XX9', 'QX'].map(countryName)).toEqual(['Norway', '', 'XX9', 'QX']);
});
