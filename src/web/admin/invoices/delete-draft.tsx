import { Button, Group, Modal, Text, Textarea } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import { formatAmount } from '~/contract/common/currencies';
import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { success } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { useInvoiceRefresh } from './use-invoice-refresh';

/** Deletes a draft for good, after a question; the part of a proposal needs a reason, which its timeline keeps. */
export function DeleteDraft({ invoice, onDone }: { invoice: AdminInvoice; onDone(): void }) {
  const { api } = useRouter().options.context;
  const refresh = useInvoiceRefresh();
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const isAgreed = invoice.proposalId !== null;
  const remove = useMutation({
    ...api.admin.invoices.remove.mutationOptions(),
    ...outcome<unknown, unknown>({
      done: success('Draft deleted'),
      failed: 'Failed to delete the draft',
      refresh,
      onDone,
    }),
  });
  return (
    <>
      <Button color="red" variant="subtle" onClick={() => setAsking(true)}>
        Delete
      </Button>
      <Modal opened={isAsking} onClose={() => setAsking(false)} title="Delete this draft?" centered>
        <Text fz="sm">
          The draft for {formatAmount(invoice.total, invoice.currency)} for {invoice.client_name}{' '}
          will be deleted permanently.
          {isAgreed && ' It is part of an accepted proposal.'}
        </Text>
        {isAgreed && (
          <Textarea
            label="Reason"
            description="Recorded in the proposal’s timeline."
            mt="md"
            autosize
            minRows={2}
            maxLength={500}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={() => setAsking(false)}>
            Cancel
          </Button>
          <Button
            color="red"
            loading={remove.isPending}
            disabled={isAgreed && reason.trim() === ''}
            onClick={() => remove.mutate({ id: invoice.id, reason: reason.trim() })}
          >
            Delete permanently
          </Button>
        </Group>
      </Modal>
    </>
  );
}
