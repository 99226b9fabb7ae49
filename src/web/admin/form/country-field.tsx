import { Select } from '@mantine/core';
import { useState } from 'react';

import { countryName } from '~/contract/common/country-names';
import { countryCodes, namedCodes } from '~/contract/common/places';

const countries = namedCodes(countryCodes, 'region').map(({ code, name }) => ({
  value: code,
  label: name,
}));

/** Field that selects a country by name. Its value is the country's code. */
export function CountryField(props: {
  value: string;
  error: string | undefined;
  onChange(code: string): void;
}) {
  const { value } = props;
  const [isOpen, setOpen] = useState(false);
  const code = value.trim().toUpperCase();
  // True for codes that are not in the list, but that REST accepts.
  const isUnknown = code !== '' && !countryCodes.includes(code);
  const all = isUnknown ? [{ value: code, label: countryName(code) }, ...countries] : countries;
  return (
    <Select
      label="Country"
      placeholder="Choose a country"
      // Passes only the selected option while the list is closed. A closed select also renders its
      // options, at every keystroke in the form.
      data={isOpen ? all : all.filter((country) => country.value === code)}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
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
