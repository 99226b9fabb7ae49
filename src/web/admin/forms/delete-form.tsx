import { Text } from '@mantine/core';

import type { AdminForm } from '~/contract/forms/forms-schema';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { usedWords } from './used-by';

/** Asks for a confirmation before a form that is in use is deleted. */
export function DeleteForm(props: { form: AdminForm; onClose(): void; onDelete(): void }) {
  const { form, onClose, onDelete } = props;
  return (
    <ActionDialog
      title={`Delete “${form.name}”?`}
      submitLabel="Delete"
      isDangerous
      input={() => undefined}
      mutation={{ mutationFn: async () => onDelete() }}
      onClose={onClose}
    >
      <Text fz="sm" fw={600}>
        {usedWords(form.usedBy)}
      </Text>
      <Text fz="sm">
        Pages and services that use it will no longer show it. If you restore it within 30 days, it
        reappears there.
      </Text>
    </ActionDialog>
  );
}
