import { Button, Group, Stack, Text } from '@mantine/core';

import type { AdminForm } from '~/contract/forms/forms-schema';
import { Dialog } from '~/web/admin/ui/dialog';
import { usedWords } from './used-by';

/** Asks before a form is deleted that visitors would miss. */
export function DeleteForm(props: { form: AdminForm; onClose(): void; onDelete(): void }) {
  const { form, onClose, onDelete } = props;
  return (
    <Dialog onClose={onClose} title={`Delete “${form.name}”?`} centered>
      <Stack gap="md">
        <Text fz="sm" fw={600}>
          {usedWords(form.usedBy)}
        </Text>
        <Text fz="sm">
          Pages and services that use it will no longer show it. If you restore it within 30 days,
          it reappears there.
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} data-autofocus>
            Keep
          </Button>
          <Button
            color="red"
            onClick={() => {
              onClose();
              onDelete();
            }}
          >
            Delete
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
