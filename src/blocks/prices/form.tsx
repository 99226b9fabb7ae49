import { SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core';

import { type BlockFormProps, blockTexts } from '~/blocks/block-form';

export function PricesForm(props: BlockFormProps<'prices'>) {
  const { block, onChange } = props;
  const texts = blockTexts(props);
  return (
    <Stack gap="sm">
      <TextInput label="Title" {...texts('title')} />
      <Textarea label="Text above" autosize minRows={2} {...texts('text')} />
      <SegmentedControl
        aria-label="Prices of"
        data={[
          { value: 'plans', label: 'Plans' },
          { value: 'services', label: 'Services' },
        ]}
        value={block.of}
        onChange={(of) => onChange({ ...block, of: of as typeof block.of })}
      />
    </Stack>
  );
}
