import { Stack, TextInput } from '@mantine/core';

import { middle } from '~/contract/common/focus';
import { FocalPointField } from '~/web/admin/form/focal-point';
import { PictureField } from '~/web/admin/form/picture-field';
import type { BlockPicture } from './block-fields-schema';

export const emptyPicture: BlockPicture = {
  url: '',
  alt: '',
  caption: '',
  focus: middle,
};

/** Field for a picture of a block with its alternative text. */
export function BlockPictureField(props: {
  label: string;
  picture: BlockPicture;
  /** Errors by path within the picture. */
  errorOf(path: string): string | undefined;
  /** True if the picture is cropped, so that its focal point matters. */
  isCut: boolean;
  onChange(picture: BlockPicture): void;
}) {
  const { label, picture, errorOf, isCut, onChange } = props;
  return (
    <Stack gap="sm">
      <PictureField
        label={label}
        url={picture.url}
        error={errorOf('url')}
        onChange={(url) => onChange({ ...picture, url })}
      />
      <TextInput
        label="Alt text"
        description="Describes the picture for people who cannot see it. Leave blank for decorative pictures."
        value={picture.alt}
        error={errorOf('alt')}
        onChange={(event) => onChange({ ...picture, alt: event.currentTarget.value })}
      />
      <TextInput
        label="Caption"
        value={picture.caption}
        error={errorOf('caption')}
        onChange={(event) => onChange({ ...picture, caption: event.currentTarget.value })}
      />
      {isCut && picture.url && (
        <FocalPointField
          url={picture.url}
          value={picture.focus}
          onChange={(focus) => onChange({ ...picture, focus })}
        />
      )}
    </Stack>
  );
}
