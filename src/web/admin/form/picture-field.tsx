import { FileButton, Group, Image, Text, TextInput } from '@mantine/core';
import { useState } from 'react';

import { IconAction } from '~/web/admin/ui/icon-action';
import { IconUpload, IconX } from '~/web/ui/icons';
import { toast } from '~/web/ui/toast-store';
import { uploadPicture } from './upload-picture';

/** Field for a picture, given by its URL or uploaded from this computer. */
export function PictureField(props: {
  label: string;
  /** True to show the label to screen readers only, as in a row of several fields. */
  isBare?: boolean;
  url: string;
  error?: string | undefined;
  /** Removes the whole row, if the picture is one of several. */
  onRemove?: (() => void) | undefined;
  onChange(url: string): void;
}) {
  const { label, url, onChange, isBare } = props;
  const [pending, setPending] = useState(false);

  const upload = async (file: File | null) => {
    if (!file) return;
    setPending(true);
    try {
      onChange(await uploadPicture(file));
    } catch (error) {
      toast({ title: 'Error', description: (error as Error).message, variant: 'destructive' });
    } finally {
      setPending(false);
    }
  };

  return (
    <div>
      <Group gap="xs" wrap="nowrap" align="flex-end">
        <TextInput
          {...(isBare ? { 'aria-label': label } : { label })}
          placeholder="https:// or upload a picture"
          value={url}
          error={Boolean(props.error)}
          onChange={(event) => onChange(event.currentTarget.value)}
          flex={1}
        />
        <FileButton
          accept="image/png,image/jpeg,image/webp,image/avif,image/gif"
          onChange={(file) => void upload(file)}
        >
          {(file) => (
            <IconAction
              {...file}
              label={`Upload a picture: ${label}`}
              variant="default"
              size={36}
              loading={pending}
            >
              <IconUpload size={18} aria-hidden />
            </IconAction>
          )}
        </FileButton>
        {props.onRemove && (
          <IconAction label={`Remove ${label}`} size={36} onClick={props.onRemove}>
            <IconX size={18} aria-hidden />
          </IconAction>
        )}
      </Group>
      {props.error && (
        <Text c="red" fz="xs" role="alert">
          {props.error}
        </Text>
      )}
      {url && <Image src={url} alt="" h={72} w="auto" fit="contain" mt={6} radius="sm" />}
    </div>
  );
}
