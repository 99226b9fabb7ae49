import { SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core';

import { type BlockFormProps, blockTexts } from '~/blocks/block-form';

export function TextForm(props: BlockFormProps<'text'>) {
  const { block, onChange } = props;
  const texts = blockTexts(props);
  return (
    <Stack gap="sm">
      <TextInput label="Title" {...texts('title')} />
      {block.title && (
        <SegmentedControl
          aria-label="Where the title stands"
          data={[
            { value: 'column', label: 'Title above the text' },
            { value: 'beside', label: 'Title beside the text' },
          ]}
          value={block.layout}
          onChange={(layout) => onChange({ ...block, layout: layout as typeof block.layout })}
        />
      )}
      <Textarea
        label="Text"
        description="Markdown: **bold**, [links](https://…), lists and tables."
        required
        autosize
        minRows={6}
        maxRows={24}
        {...texts('text')}
      />
    </Stack>
  );
}
