import { countryCodes, namedCodes } from '~/contract/common/places';
import type { Option } from './quotes';

/** The United Kingdom has another value than its code. */
const countryValue = (code: string) => (code === 'GB' ? 'uk' : code.toLowerCase());

/** Every country, by the values that leads keep, and the one that stands for none of them. */
export const worldCountries: readonly Option[] = [
  ...namedCodes(countryCodes, 'region').map(({ code, name }) => ({
    value: countryValue(code),
    label: name,
  })),
  { value: 'other', label: 'Other' },
];
