import { Select, SimpleGrid, Stack } from '@mantine/core';

import type { BlockFormProps } from '~/blocks/block-form';
import { BlockPictureField } from '~/blocks/block-picture-field';

export function PictureForm({ block, errorOf, onChange }: BlockFormProps<'picture'>) {
  return (
    <Stack gap="sm">
      <BlockPictureField
        label="Picture"
        picture={block.picture}
        isCut={block.shape !== 'whole'}
        errorOf={(path) => errorOf(`picture.${path}`)}
        onChange={(picture) => onChange({ ...block, picture })}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          label="Width"
          data={[
            { value: 'column', label: 'Text width' },
            { value: 'page', label: 'Page width' },
            { value: 'window', label: 'Full width' },
          ]}
          value={block.width}
          allowDeselect={false}
          onChange={(width) => onChange({ ...block, width: width as typeof block.width })}
        />
        <Select
          label="Shape"
          data={[
            { value: 'whole', label: 'Original' },
            { value: 'wide', label: 'Crop to 16:9' },
            { value: 'square', label: 'Crop to square' },
          ]}
          value={block.shape}
          allowDeselect={false}
          onChange={(shape) => onChange({ ...block, shape: shape as typeof block.shape })}
        />
      </SimpleGrid>
    </Stack>
  );
}
