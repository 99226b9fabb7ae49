import { Button, Group, Text, TextInput } from '@mantine/core';

import { CopyButton } from '~/web/admin/ui/copy-button';
import { Dialog } from '~/web/admin/ui/dialog';

/** Shows a new key or secret, which can't be read again. */
export function ShownOnceDialog(props: {
  title: string;
  text: string;
  label: string;
  value: string;
  onClose(): void;
}) {
  const { title, text, label, value, onClose } = props;
  return (
    <Dialog onClose={onClose} title={title} centered closeOnClickOutside={false}>
      <Text fz="sm" mb="md">
        {text}
      </Text>
      <TextInput label={label} readOnly value={value} data-autofocus />
      <Group justify="flex-end" gap="xs" mt="lg">
        <CopyButton text={value} variant="default" />
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Dialog>
  );
}
