import { countryName } from '~/contract/common/country-names';
import { countries, labelOf } from './quotes';

/** Returns a lead's country as text. Countries of the first list have their own codes, such as 'uk'. */
export function countryLabel(value: string | null | undefined): string {
  const label = labelOf(countries, value ?? '');
  return label === value ? countryName(value) : label;
}
