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
            { value: 'column', label: 'As wide as a text' },
            { value: 'page', label: 'As wide as the page' },
            { value: 'window', label: 'From edge to edge' },
          ]}
          value={block.width}
          allowDeselect={false}
          onChange={(width) => onChange({ ...block, width: width as typeof block.width })}
        />
        <Select
          label="Shape"
          data={[
            { value: 'whole', label: 'Whole' },
            { value: 'wide', label: 'Cut to 16 : 9' },
            { value: 'square', label: 'Cut to a square' },
          ]}
          value={block.shape}
          allowDeselect={false}
          onChange={(shape) => onChange({ ...block, shape: shape as typeof block.shape })}
        />
      </SimpleGrid>
    </Stack>
  );
}
