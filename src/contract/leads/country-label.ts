import { countryName } from '~/contract/common/country-names';
import { countryCodes } from '~/contract/common/places';
import { countries, labelOf } from './quotes';

/** Returns the ISO 3166 code of a lead's country; undefined for an option that is no country. */
export function leadCountryCode(value: string | null | undefined): string | undefined {
  const code = (value ?? '').toUpperCase();
  return countryCodes.find((one) => one === (code === 'UK' ? 'GB' : code));
}

/** Returns a lead's country as text. Some countries are stored under codes that differ from ISO 3166, such as 'uk'. */
export function countryLabel(value: string | null | undefined): string {
  const label = labelOf(countries, value ?? '');
  return label === value ? countryName(value) : label;
}
