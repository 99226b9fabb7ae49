import { Button, Fieldset, Group, Stack, TextInput } from '@mantine/core';

import { type BlockFormProps, blockTexts, ListError } from '~/blocks/block-form';
import { BlockPictureField, emptyPicture } from '~/blocks/block-picture-field';
import { RowTools } from '~/web/admin/form/row-tools';
import { IconPlus } from '~/web/ui/icons';

export function GalleryForm(props: BlockFormProps<'gallery'>) {
  const { block, errorOf, onChange } = props;
  const { pictures } = block;
  const setPictures = (next: typeof pictures) => onChange({ ...block, pictures: next });
  return (
    <Stack gap="sm">
      <TextInput label="Title" {...blockTexts(props)('title')} />
      {pictures.map((picture, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by their position
        <Fieldset key={index} legend={`Picture ${index + 1}`}>
          <BlockPictureField
            label={`File of picture ${index + 1}`}
            picture={picture}
            isCut
            errorOf={(path) => errorOf(`pictures.${index}.${path}`)}
            onChange={(next) => setPictures(pictures.map((one, at) => (at === index ? next : one)))}
          />
          <RowTools noun="picture" index={index} rows={pictures} onChange={setPictures} />
        </Fieldset>
      ))}
      {errorOf('pictures') && <ListError>{errorOf('pictures')}</ListError>}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setPictures([...pictures, emptyPicture])}
        >
          Add picture
        </Button>
      </Group>
    </Stack>
  );
}
