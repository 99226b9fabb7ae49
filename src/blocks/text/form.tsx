import { SegmentedControl, Stack, TextInput } from '@mantine/core';

import { type BlockFormProps, blockTexts } from '~/blocks/block-form';
import { MarkdownField } from '~/web/admin/form/markdown-field';

export function TextForm(props: BlockFormProps<'text'>) {
  const { block, onChange } = props;
  const texts = blockTexts(props);
  return (
    <Stack gap="sm">
      <TextInput label="Title" {...texts('title')} />
      {block.title && (
        <SegmentedControl
          aria-label="Title position"
          data={[
            { value: 'column', label: 'Title above the text' },
            { value: 'beside', label: 'Title beside the text' },
          ]}
          value={block.layout}
          onChange={(layout) => onChange({ ...block, layout: layout as typeof block.layout })}
        />
      )}
      <MarkdownField
        label="Text"
        description="Markdown. Pictures can be pasted or dropped."
        required
        minRows={6}
        maxRows={24}
        value={block.text}
        error={props.errorOf('text')}
        onChange={(text) => onChange({ ...block, text })}
      />
    </Stack>
  );
}
