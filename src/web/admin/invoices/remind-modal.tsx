import { Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { Facts } from '~/web/admin/ui/facts';
import { success } from '~/web/admin/ui/notices';
import { Loaded } from '~/web/admin/ui/record-drawer';
import { useQuery } from '~/web/lib/queries';

/** Dialog that shows a reminder as it would be emailed, and sends it. */
export function RemindModal({ invoice, onClose }: { invoice: AdminInvoice; onClose(): void }) {
  const { invoices } = useRouter().options.context.api.admin;
  const { id } = invoice;
  // Refetches the preview each time the dialog opens, because the text depends on the day and the settings.
  const preview = useQuery(
    invoices.previewReminder.queryOptions({ id }, { gcTime: 0, staleTime: 0 }),
  );
  return (
    <ActionDialog
      title="Send this reminder?"
      submitLabel="Send"
      isReady={() => preview.data !== undefined}
      input={() => ({ id })}
      mutation={invoices.remind.mutationOptions()}
      outcome={{
        done: success('Reminder sent'),
        failed: 'Failed to send the reminder',
      }}
      onClose={onClose}
    >
      <Loaded query={preview}>
        {({ to, subject, text }) => (
          <>
            <Facts
              facts={[
                ['To', to],
                ['Subject', subject],
              ]}
            />
            <Text component="blockquote" fz="sm" style={{ whiteSpace: 'pre-wrap' }}>
              {text}
            </Text>
            <Text c="dimmed" fz="sm">
              The invoice details and a link to the invoice are added. You can edit the text in
              Settings.
            </Text>
          </>
        )}
      </Loaded>
    </ActionDialog>
  );
}
