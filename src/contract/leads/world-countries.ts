import { countryCodes, namedCodes } from '~/contract/common/places';
import type { Option } from './quotes';

/** Returns the value of a country, which is its code except for the United Kingdom. */
const countryValue = (code: string) => (code === 'GB' ? 'uk' : code.toLowerCase());

/** Every country, with the value that leads store for it, and an option for other places. */
export const worldCountries: readonly Option[] = [
  ...namedCodes(countryCodes, 'region').map(({ code, name }) => ({
    value: countryValue(code),
    label: name,
  })),
  { value: 'other', label: 'Other' },
];
