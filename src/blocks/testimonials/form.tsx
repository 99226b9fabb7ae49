import { MultiSelect, NumberInput, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { type BlockFormProps, blockTexts } from '~/blocks/block-form';
import { useQuery } from '~/web/lib/queries';

export function TestimonialsForm(props: BlockFormProps<'testimonials'>) {
  const { block, errorOf, onChange } = props;
  const { api } = useRouter().options.context;
  const { data } = useQuery(api.testimonials.list.queryOptions());
  const { pick, ids, limit } = block;
  const shown = new Set(data?.map(({ id }) => id));
  const options = [
    ...(data ?? []).map(({ id, name, company }) => ({
      value: String(id),
      label: [name, company].filter(Boolean).join(', '),
    })),
    ...ids
      .filter((id) => !shown.has(id))
      .map((id) => ({ value: String(id), label: data ? 'Not published, not shown' : '…' })),
  ];
  return (
    <Stack gap="sm">
      <TextInput label="Title" {...blockTexts(props)('title')} />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label="Which testimonials"
          data={[
            { value: 'first', label: 'First' },
            { value: 'chosen', label: 'Selected' },
          ]}
          value={pick}
          allowDeselect={false}
          onChange={(value) => onChange({ ...block, pick: value as typeof pick })}
        />
        {pick === 'chosen' ? (
          <MultiSelect
            label="Shown, in this order"
            searchable
            data={options}
            value={ids.map(String)}
            error={errorOf('ids')}
            onChange={(values) => onChange({ ...block, ids: values.map(Number) })}
          />
        ) : (
          <NumberInput
            label="At most"
            min={1}
            max={20}
            value={limit}
            error={errorOf('limit')}
            onChange={(value) => onChange({ ...block, limit: Number(value) })}
          />
        )}
      </SimpleGrid>
    </Stack>
  );
}
