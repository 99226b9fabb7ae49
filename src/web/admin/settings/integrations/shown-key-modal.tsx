import { Button, CopyButton, Group, Text, TextInput } from '@mantine/core';

import { Dialog } from '~/web/admin/ui/dialog';

/** A new API key, shown once. */
export function ShownKeyModal(props: { created: { name: string; key: string }; onClose(): void }) {
  const { created, onClose } = props;
  return (
    <Dialog
      onClose={onClose}
      title={`API key ${created.name}`}
      centered
      closeOnClickOutside={false}
    >
      <Text fz="sm" mb="md">
        Copy the key now. It is not shown again.
      </Text>
      <TextInput label="API key" readOnly value={created.key} data-autofocus />
      <Group justify="flex-end" gap="xs" mt="lg">
        <CopyButton value={created.key}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>Done</Button>
      </Group>
    </Dialog>
  );
}
