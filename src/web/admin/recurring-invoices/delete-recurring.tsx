import { Button, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { Recurring } from '~/contract/recurring-invoices/recurring-invoices-schema';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { success } from '~/web/admin/ui/notices';

/** Deletes a recurring invoice after a confirmation. */
export function DeleteRecurring({ recurring, onDone }: { recurring: Recurring; onDone(): void }) {
  const { recurringInvoices } = useRouter().options.context.api.admin;
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button color="red" variant="subtle" onClick={() => setAsking(true)}>
        Delete
      </Button>
      {isAsking && (
        <ActionDialog
          title="Delete this recurring invoice?"
          submitLabel="Delete permanently"
          isDangerous
          input={() => ({ id: recurring.id })}
          mutation={recurringInvoices.remove.mutationOptions()}
          outcome={{
            done: success('Recurring invoice deleted'),
            failed: 'Failed to delete the recurring invoice',
            onDone,
          }}
          onClose={() => setAsking(false)}
        >
          <Text fz="sm">
            No more invoices are created for {recurring.clientName}. Existing invoices stay
            unchanged.
          </Text>
        </ActionDialog>
      )}
    </>
  );
}
