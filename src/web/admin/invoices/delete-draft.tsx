import { Button, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { formatAmount } from '~/contract/common/currencies';
import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { success } from '~/web/admin/ui/notices';

/**
 * Permanently deletes a draft after a confirmation. If the draft belongs to a proposal, a reason is
 * required, which the proposal's timeline records.
 */
export function DeleteDraft({ invoice, onDone }: { invoice: AdminInvoice; onDone(): void }) {
  const { invoices } = useRouter().options.context.api.admin;
  const [isAsking, setAsking] = useState(false);
  const isAgreed = invoice.proposalId !== null;
  return (
    <>
      <Button color="red" variant="subtle" onClick={() => setAsking(true)}>
        Delete
      </Button>
      {isAsking && (
        <ActionDialog
          title="Delete this draft?"
          submitLabel="Delete permanently"
          isDangerous
          isReady={({ reason }) => !isAgreed || reason.trim() !== ''}
          initial={{ reason: '' }}
          fields={
            isAgreed
              ? [
                  {
                    kind: 'area',
                    name: 'reason',
                    label: 'Reason',
                    description: 'Recorded in the proposal’s timeline.',
                    maxLength: 500,
                  },
                ]
              : []
          }
          input={({ reason }) => ({ id: invoice.id, reason: reason.trim() })}
          mutation={invoices.remove.mutationOptions()}
          outcome={{
            done: success('Draft deleted'),
            failed: 'Failed to delete the draft',
            onDone,
          }}
          onClose={() => setAsking(false)}
        >
          <Text fz="sm">
            The draft for {formatAmount(invoice.total, invoice.currency)} for {invoice.client_name}{' '}
            will be deleted permanently.
            {isAgreed && ' It is part of an accepted proposal.'}
          </Text>
        </ActionDialog>
      )}
    </>
  );
}
