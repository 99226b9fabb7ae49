import { Stack, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { type BlockFormProps, blockTexts } from '~/blocks/block-form';
import { BlockPickField } from '~/blocks/block-pick-field';
import { categories, categoryLabels } from '~/contract/services/categories';
import { useQuery } from '~/web/lib/queries';

export function WorkForm(props: BlockFormProps<'work'>) {
  const { block, errorOf, onChange } = props;
  const { api } = useRouter().options.context;
  const { data } = useQuery(api.portfolio.cards.queryOptions());
  return (
    <Stack gap="sm">
      <TextInput label="Title" {...blockTexts(props)('title')} />
      <BlockPickField
        nouns="projects"
        picked={block}
        rules={[
          { value: 'featured', label: 'Featured' },
          { value: 'all', label: 'All' },
        ]}
        categories={categories.map((value) => ({ value, label: categoryLabels[value] }))}
        rows={data?.map(({ id, title }) => ({ id, name: title }))}
        errorOf={errorOf}
        onChange={(part) => onChange({ ...block, ...part })}
      />
    </Stack>
  );
}
