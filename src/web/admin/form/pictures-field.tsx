import { Button, Fieldset, Stack } from '@mantine/core';

import { IconPlus } from '~/web/ui/icons';
import { PictureField } from './picture-field';

/** Field for pictures in order. The last row cannot be removed, and empty rows are dropped on save. */
export function PicturesField(props: {
  label: string;
  urls: string[];
  error?: string | undefined;
  onChange(urls: string[]): void;
}) {
  const { urls, onChange } = props;
  return (
    <Fieldset legend={props.label}>
      <Stack gap="xs">
        {urls.map((url, index) => (
          <PictureField
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by their position
            key={index}
            isBare
            label={`image ${index + 1}`}
            url={url}
            error={index === urls.length - 1 ? props.error : undefined}
            onChange={(next) => onChange(urls.map((one, at) => (at === index ? next : one)))}
            onRemove={
              urls.length > 1 ? () => onChange(urls.filter((_, at) => at !== index)) : undefined
            }
          />
        ))}
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => onChange([...urls, ''])}
          style={{ alignSelf: 'flex-start' }}
        >
          Add image
        </Button>
      </Stack>
    </Fieldset>
  );
}
