import { Button, Group, Stack, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { Dialog } from '~/web/admin/ui/dialog';
import { Facts } from '~/web/admin/ui/facts';
import { success } from '~/web/admin/ui/notices';
import { Loaded } from '~/web/admin/ui/record-drawer';
import { useMutation, useQuery } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { useInvoiceRefresh } from './use-invoice-refresh';

/** Shows a reminder before it is mailed. */
export function RemindModal({ invoice, onClose }: { invoice: AdminInvoice; onClose(): void }) {
  const { api } = useRouter().options.context;
  const { id } = invoice;
  // Its words depend on the day and on the settings: read anew each time.
  const preview = useQuery(
    api.admin.invoices.previewReminder.queryOptions({ id }, { gcTime: 0, staleTime: 0 }),
  );
  const remind = useMutation(
    api.admin.invoices.remind.mutationOptions(
      outcome({
        done: success('Reminder sent'),
        onDone: onClose,
        failed: 'Failed to send the reminder',
        refresh: useInvoiceRefresh(),
      }),
    ),
  );
  return (
    <Dialog onClose={onClose} title="Send this reminder?" centered>
      <Loaded query={preview}>
        {({ to, subject, text }) => (
          <Stack gap="md">
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
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button
                data-autofocus
                loading={remind.isPending}
                onClick={() => remind.mutate({ id })}
              >
                Send
              </Button>
            </Group>
          </Stack>
        )}
      </Loaded>
    </Dialog>
  );
}
