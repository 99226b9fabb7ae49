import { Select } from '@mantine/core';

import { currencyCodes, namedCodes } from '~/contract/common/places';

const currencies = namedCodes(currencyCodes, 'currency').map(({ code, name }) => ({
  value: code,
  label: `${code}, ${name}`,
}));

/** Field that selects a document's currency by code or name. */
export function CurrencyField(props: {
  value: string;
  error: string | undefined;
  onChange(code: string): void;
}) {
  return (
    <Select
      label="Currency"
      data={currencies}
      value={props.value}
      error={props.error}
      searchable
      allowDeselect={false}
      nothingFoundMessage="No such currency"
      onChange={(chosen) => chosen && props.onChange(chosen)}
    />
  );
}
