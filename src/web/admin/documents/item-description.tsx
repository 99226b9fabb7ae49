import { Autocomplete, Group, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { formatUnitPrice } from '~/contract/common/currencies';
import type { ItemSuggestion } from '~/contract/proposals/proposals-schema';
import { keepPreviousData, useQuery } from '~/web/lib/queries';

const searchAfterMs = 150;

/** Field for the description of an item, with suggestions from services and earlier proposals. */
export function ItemDescription(props: {
  label: string;
  value: string;
  currency: string;
  error: string | undefined;
  onChange(description: string): void;
  onChosen(suggestion: ItemSuggestion): void;
}) {
  const { label, value, currency, error, onChange, onChosen } = props;
  const { api } = useRouter().options.context;
  const [isActive, setActive] = useState(false);
  const [search] = useDebouncedValue(value.trim().slice(0, 100), searchAfterMs);
  const { data = [] } = useQuery(
    api.admin.proposals.suggestions.queryOptions(
      { search },
      { enabled: isActive, placeholderData: keepPreviousData, staleTime: 60_000 },
    ),
  );
  const byName = new Map(data.map((one) => [one.description, one]));

  return (
    <Autocomplete
      aria-label={label}
      placeholder="Description"
      value={value}
      error={error}
      maxLength={300}
      data={[...byName.keys()]}
      openOnFocus={false}
      renderOption={({ option }) => {
        const found = byName.get(option.value);
        return (
          <Group justify="space-between" wrap="nowrap" gap="md" w="100%">
            <Text fz="sm">{option.value}</Text>
            {found && (
              <Text fz="sm" c="dimmed" className="item-price">
                {formatUnitPrice(found.unitPrice, currency)}
              </Text>
            )}
          </Group>
        );
      }}
      onFocus={() => setActive(true)}
      onBlur={() => setActive(false)}
      onChange={onChange}
      onOptionSubmit={(name) => {
        const chosen = byName.get(name);
        if (chosen) onChosen(chosen);
      }}
    />
  );
}
