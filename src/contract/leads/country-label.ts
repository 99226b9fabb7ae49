import { countryName } from '~/contract/common/country-names';
import { countries, labelOf } from './quotes';

/** Returns a lead's country as text. Some countries are stored under codes of their own, such as 'uk'. */
export function countryLabel(value: string | null | undefined): string {
  const label = labelOf(countries, value ?? '');
  return label === value ? countryName(value) : label;
}
