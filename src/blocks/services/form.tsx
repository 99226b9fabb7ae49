import { Stack, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { type BlockFormProps, blockTexts } from '~/blocks/block-form';
import { BlockPickField } from '~/blocks/block-pick-field';
import { categories, categoryLabels } from '~/contract/services/categories';
import { useQuery } from '~/web/lib/queries';

export function ServicesForm(props: BlockFormProps<'services'>) {
  const { block, errorOf, onChange } = props;
  const { api } = useRouter().options.context;
  const { data } = useQuery(api.services.cards.queryOptions());
  return (
    <Stack gap="sm">
      <TextInput label="Title" {...blockTexts(props)('title')} />
      <BlockPickField
        nouns="services"
        picked={block}
        rules={[
          { value: 'all', label: 'All' },
          { value: 'featured', label: 'Featured' },
        ]}
        categories={categories.map((value) => ({ value, label: categoryLabels[value] }))}
        rows={data?.map(({ id, name }) => ({ id, name }))}
        errorOf={errorOf}
        onChange={(part) => onChange({ ...block, ...part })}
      />
    </Stack>
  );
}
