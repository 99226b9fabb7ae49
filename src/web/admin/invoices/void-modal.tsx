import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { Dialog } from '~/web/admin/ui/dialog';
import { notifyFailed, success } from '~/web/admin/ui/notices';
import { fieldErrorsOf } from '~/web/lib/api-error';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { useDuplicate } from './use-duplicate';
import { useInvoiceRefresh } from './use-invoice-refresh';

/** Voids an open invoice: all that is left of it is credited. */
export function VoidModal({ invoice, onClose }: { invoice: AdminInvoice; onClose(): void }) {
  const { api } = useRouter().options.context;
  const isEmailed = invoice.clientEmail !== '';
  const [reason, setReason] = useState('');
  const [isCopied, setCopied] = useState(false);
  const duplicate = useDuplicate();
  const voiding = useMutation(
    api.admin.invoices.void.mutationOptions(
      outcome({
        done: ({ number }) => success(`Invoice ${number} voided`),
        onDone: ({ id }) => {
          onClose();
          if (isCopied) duplicate.mutate({ id });
        },
        failed: (error) => notifyFailed(error, 'Failed to void the invoice'),
        refresh: useInvoiceRefresh(),
      }),
    ),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!voiding.isPending && reason.trim()) voiding.mutate({ id: invoice.id, reason });
  };
  return (
    <Dialog onClose={onClose} title={`Void invoice ${invoice.number}`} centered>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text fz="sm">
            The client owes nothing on this invoice. We issue {isEmailed && 'and email '}a credit
            note for the full amount{isEmailed && ' and stop reminders'}. The invoice keeps its
            number. This can’t be undone.
          </Text>
          <TextInput
            label="Reason"
            description="Printed on the credit note."
            required
            maxLength={500}
            value={reason}
            error={fieldErrorsOf(voiding.error).reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            data-autofocus
          />
          <Checkbox
            label="Then create a draft with the same items"
            description="To correct it and send it again, also to another client."
            checked={isCopied}
            onChange={(event) => setCopied(event.currentTarget.checked)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color="red" loading={voiding.isPending} disabled={!reason.trim()}>
              Void invoice
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
