import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { keepPreviousData, useQuery } from '~/web/lib/queries';

const searchAfterMs = 200;
const foundMax = 20;

/** Field that selects a company by name. Its value is the company's id. */
export function CompanyField(props: {
  label: string;
  value: string | null;
  error: string | undefined;
  placeholder: string;
  required?: boolean;
  /** Id of a company that cannot be selected. */
  except?: number;
  isFocused?: boolean;
  onChange(id: string | null): void;
}) {
  const { except, isFocused, required = false, ...rest } = props;
  const { companies } = useRouter().options.context.api.admin;
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), searchAfterMs);
  const { data } = useQuery(
    companies.page.queryOptions(
      { search, pageSize: foundMax, sort: 'name' },
      { placeholderData: keepPreviousData },
    ),
  );
  return (
    <Select
      {...rest}
      required={required}
      clearable={!required}
      clearButtonProps={{ 'aria-label': 'Clear the company' }}
      searchable
      data={(data?.rows ?? [])
        .filter(({ id }) => id !== except)
        .map(({ id, name }) => ({ value: String(id), label: name }))}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      nothingFoundMessage="No company found"
      {...(isFocused && { 'data-autofocus': true })}
    />
  );
}
