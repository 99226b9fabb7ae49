import { Select } from '@mantine/core';

import { countryName } from '~/contract/common/country-names';
import { countryCodes, namedCodes } from '~/contract/common/places';

const countries = namedCodes(countryCodes, 'region').map(({ code, name }) => ({
  value: code,
  label: name,
}));

/** Selects a country by name; stores its code. */
export function CountryField(props: {
  value: string;
  error: string | undefined;
  onChange(code: string): void;
}) {
  const { value } = props;
  const code = value.trim().toUpperCase();
  // Codes that the list lacks but REST accepts.
  const isUnknown = code !== '' && !countryCodes.includes(code);
  return (
    <Select
      label="Country"
      placeholder="Choose a country"
      data={isUnknown ? [{ value: code, label: countryName(code) }, ...countries] : countries}
      value={code || null}
      error={props.error}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the country' }}
      nothingFoundMessage="No country found"
      onChange={(chosen) => props.onChange(chosen ?? '')}
    />
  );
}
