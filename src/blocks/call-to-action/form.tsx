import { SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core';

import { type BlockFormProps, BlockLinksField, blockTexts } from '~/blocks/block-form';

export function CallToActionForm(props: BlockFormProps<'callToAction'>) {
  const { block, errorOf, onChange } = props;
  const texts = blockTexts(props);
  return (
    <Stack gap="sm">
      <TextInput label="Title" required {...texts('title')} />
      <Textarea label="Text" autosize minRows={2} {...texts('text')} />
      <BlockLinksField
        links={block.links}
        max={2}
        errorOf={errorOf}
        onChange={(links) => onChange({ ...block, links })}
      />
      <SegmentedControl
        aria-label="Background"
        data={[
          { value: 'straw', label: 'Light' },
          { value: 'ink', label: 'Dark' },
        ]}
        value={block.tone}
        onChange={(tone) => onChange({ ...block, tone: tone as typeof block.tone })}
      />
    </Stack>
  );
}
