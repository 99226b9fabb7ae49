import { Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { success } from '~/web/admin/ui/notices';
import { reasonField } from './reason-field';
import { useDuplicate } from './use-duplicate';

/** Dialog that voids an open invoice by crediting the remaining amount. */
export function VoidModal({ invoice, onClose }: { invoice: AdminInvoice; onClose(): void }) {
  const { invoices } = useRouter().options.context.api.admin;
  const isEmailed = invoice.clientEmail !== '';
  const duplicate = useDuplicate();
  return (
    <ActionDialog
      title={`Void invoice ${invoice.number}`}
      submitLabel="Void invoice"
      isDangerous
      isReady={({ reason }) => reason.trim() !== ''}
      initial={{ reason: '', isCopied: false }}
      fields={[
        reasonField,
        {
          kind: 'checkbox',
          name: 'isCopied',
          label: 'Then create a draft with the same items',
          description: 'To correct it and send it again, also to another client.',
        },
      ]}
      input={({ reason }) => ({ id: invoice.id, reason })}
      mutation={invoices.void.mutationOptions()}
      outcome={{
        done: ({ number }) => success(`Invoice ${number} voided`),
        onDone: ({ id }, { isCopied }) => {
          onClose();
          if (isCopied) duplicate.mutate({ id });
        },
        failed: 'Failed to void the invoice',
      }}
      onClose={onClose}
    >
      <Text fz="sm">
        The client owes nothing on this invoice. We issue {isEmailed && 'and email '}a credit note
        for the full amount{isEmailed && ' and stop reminders'}. The invoice keeps its number. This
        can’t be undone.
      </Text>
    </ActionDialog>
  );
}
