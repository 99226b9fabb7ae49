import { Stack, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { type BlockFormProps, blockTexts } from '~/blocks/block-form';
import { BlockPickField } from '~/blocks/block-pick-field';
import { postCategories } from '~/contract/blog/blog';
import { useQuery } from '~/web/lib/queries';

export function PostsForm(props: BlockFormProps<'posts'>) {
  const { block, errorOf, onChange } = props;
  const { api } = useRouter().options.context;
  const { data } = useQuery(api.blog.list.queryOptions());
  return (
    <Stack gap="sm">
      <TextInput label="Title" {...blockTexts(props)('title')} />
      <BlockPickField
        nouns="posts"
        picked={block}
        rules={[
          { value: 'newest', label: 'Latest' },
          { value: 'featured', label: 'Featured' },
        ]}
        categories={postCategories.map((value) => ({ value, label: value }))}
        rows={data?.map(({ id, title }) => ({ id, name: title }))}
        errorOf={errorOf}
        onChange={(part) => onChange({ ...block, ...part })}
      />
    </Stack>
  );
}
