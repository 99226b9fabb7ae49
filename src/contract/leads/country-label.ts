import { countryName } from '~/contract/common/country-names';
import { countries, labelOf } from './quotes';

/** A lead's country in words. Those of the first list have codes of their own, such as 'uk'. */
export function countryLabel(value: string | null | undefined): string {
  const label = labelOf(countries, value ?? '');
  return label === value ? countryName(value) : label;
}
