import { Button, Group, Stack, Text, TextInput } from '@mantine/core';

import { CopyButton } from './copy-button';
import { Dialog } from './dialog';

/** Dialog that shows a private link, to open or copy it. */
export function LinkDialog(props: { title: string; text: string; url: string; onClose(): void }) {
  const { title, text, url, onClose } = props;
  return (
    <Dialog onClose={onClose} title={title} centered>
      <Stack gap="md">
        <Text fz="sm">{text}</Text>
        <TextInput
          label="Private link"
          value={url}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
          data-autofocus
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" component="a" href={url} target="_blank" rel="noopener">
            Open
          </Button>
          <CopyButton text={url} label="Copy link" />
        </Group>
      </Stack>
    </Dialog>
  );
}
