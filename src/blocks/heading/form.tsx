import { Stack, Textarea, TextInput } from '@mantine/core';

import { type BlockFormProps, BlockLinksField, blockTexts } from '~/blocks/block-form';

export function HeadingForm(props: BlockFormProps<'heading'>) {
  const { block, errorOf, onChange } = props;
  const texts = blockTexts(props);
  return (
    <Stack gap="sm">
      <TextInput label="Heading" required {...texts('title')} />
      <Textarea label="Text" autosize minRows={2} {...texts('lead')} />
      <BlockLinksField
        links={block.links}
        max={2}
        errorOf={errorOf}
        onChange={(links) => onChange({ ...block, links })}
      />
    </Stack>
  );
}
