import { Stack } from '@mantine/core';

import type { FocalPoint } from '~/contract/common/focus';
import { FocalPointField } from '~/web/admin/form/focal-point';
import { PictureField } from '~/web/admin/form/picture-field';

/**
 * Field for the cover picture of a post and its focal point, which is needed because each place crops the picture
 * differently.
 */
export function CoverField(props: {
  url: string;
  focus: FocalPoint;
  error: string | undefined;
  onUrl(url: string): void;
  onFocus(focus: FocalPoint): void;
}) {
  const { url, focus, error, onUrl, onFocus } = props;
  return (
    <Stack gap="sm">
      <PictureField label="Cover" url={url} error={error} onChange={onUrl} />
      {url && <FocalPointField url={url} value={focus} onChange={onFocus} />}
    </Stack>
  );
}
