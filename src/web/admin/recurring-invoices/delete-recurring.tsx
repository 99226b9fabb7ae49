import { Button, Group, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { Recurring } from '~/contract/recurring-invoices/recurring-invoices-schema';
import { Dialog } from '~/web/admin/ui/dialog';
import { success } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { useRecurringRefresh } from './use-recurring-refresh';

/** Deletes a recurring invoice after a question. */
export function DeleteRecurring({ recurring, onDone }: { recurring: Recurring; onDone(): void }) {
  const { api } = useRouter().options.context;
  const [isAsking, setAsking] = useState(false);
  const remove = useMutation(
    api.admin.recurringInvoices.remove.mutationOptions(
      outcome({
        done: success('Recurring invoice deleted'),
        failed: 'Failed to delete the recurring invoice',
        refresh: useRecurringRefresh(),
        onDone,
      }),
    ),
  );
  const close = () => setAsking(false);
  return (
    <>
      <Button color="red" variant="subtle" onClick={() => setAsking(true)}>
        Delete
      </Button>
      {isAsking && (
        <Dialog onClose={close} title="Delete this recurring invoice?" centered>
          <Text fz="sm">
            No more invoices are created for {recurring.clientName}. Existing invoices stay
            unchanged.
          </Text>
          <Group justify="flex-end" gap="xs" mt="lg">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button
              color="red"
              loading={remove.isPending}
              onClick={() => remove.mutate({ id: recurring.id })}
            >
              Delete permanently
            </Button>
          </Group>
        </Dialog>
      )}
    </>
  );
}
