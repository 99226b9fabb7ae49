import { Button, CopyButton, Group, Text, TextInput } from '@mantine/core';

import { Dialog } from '~/web/admin/ui/dialog';

/** The secret of a webhook, shown once. */
export function WebhookSecretModal({ secret, onClose }: { secret: string; onClose(): void }) {
  return (
    <Dialog onClose={onClose} title="Webhook secret" centered closeOnClickOutside={false}>
      <Text fz="sm" mb="md">
        Copy the secret now. It is not shown again. The receiving program verifies deliveries with
        it.
      </Text>
      <TextInput label="Secret" readOnly value={secret} data-autofocus />
      <Group justify="flex-end" gap="xs" mt="lg">
        <CopyButton value={secret}>
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
