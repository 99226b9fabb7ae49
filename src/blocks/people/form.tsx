import { MultiSelect, Stack, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { type BlockFormProps, blockTexts } from '~/blocks/block-form';
import { useQuery } from '~/web/lib/queries';

export function PeopleForm(props: BlockFormProps<'people'>) {
  const { block, errorOf, onChange } = props;
  const { api } = useRouter().options.context;
  const { data } = useQuery(api.settings.about.queryOptions());
  const names = [
    ...new Set([...(data?.team.people ?? []).map(({ name }) => name), ...block.names]),
  ];
  return (
    <Stack gap="sm">
      <TextInput label="Title" {...blockTexts(props)('title')} />
      <MultiSelect
        label="People, in this order"
        description="Leave blank to show everyone. Edit people in Built-in pages, About."
        data={names.filter(Boolean)}
        value={block.names}
        error={errorOf('names')}
        onChange={(chosen) => onChange({ ...block, names: chosen })}
      />
    </Stack>
  );
}
