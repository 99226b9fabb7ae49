import { Button, Group, Switch } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { notifyFailed, success } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { CreditModal } from './credit-modal';
import { RemindModal } from './remind-modal';
import { useShowIssued } from './show-issued';
import { TransferModal } from './transfer-modal';
import { useDuplicate } from './use-duplicate';
import { VoidModal } from './void-modal';

/** Actions for an issued invoice. */
export function InvoiceActions({ invoice }: { invoice: AdminInvoice }) {
  const { api, client } = useRouter().options.context;
  const { invoices } = api.admin;
  const { id } = invoice;
  const showIssued = useShowIssued();
  const [shown, setShown] = useState<'transfer' | 'remind' | 'credit' | 'void'>();
  const [isRevoking, setRevoking] = useState(false);
  const outcomeOf = (done: string, failed: string) =>
    outcome<unknown, unknown>({ done: success(done), failed });

  const switchReminders = useMutation(
    invoices.switchReminders.mutationOptions(
      outcomeOf('Reminders updated', 'Failed to update the reminders'),
    ),
  );
  const revoke = useMutation(
    invoices.revokeLink.mutationOptions(outcomeOf('Links revoked', 'Failed to revoke the link')),
  );
  const duplicate = useDuplicate();
  const showLink = async () => {
    try {
      // Issuing an invoice again returns its number and link.
      showIssued(await client.admin.invoices.issue.mutate({ id }));
    } catch (error) {
      notifyFailed(error, 'Failed to load the link');
    }
  };
  const isOpen = invoice.status === 'open';
  // An invoice of 0 counts as paid once it is issued.
  const isOfNothing = invoice.status === 'paid' && Number(invoice.total) === 0;
  return (
    <>
      <Group gap="xs">
        {isOpen && <Button onClick={() => setShown('transfer')}>Record payment</Button>}
        {isOpen && invoice.clientEmail && (
          <Button variant="default" onClick={() => setShown('remind')}>
            Send reminder
          </Button>
        )}
        <Button variant="default" onClick={() => void showLink()}>
          Show link
        </Button>
        {isRevoking ? (
          <Button
            color="red"
            variant="light"
            autoFocus
            onClick={() => {
              setRevoking(false);
              revoke.mutate({ id });
            }}
          >
            Revoke sent links
          </Button>
        ) : (
          <Button variant="default" onClick={() => setRevoking(true)}>
            Revoke link
          </Button>
        )}
        {invoice.status !== 'void' && !isOfNothing && (
          <Button variant="default" onClick={() => setShown('credit')}>
            Credit
          </Button>
        )}
        <Button
          variant="default"
          loading={duplicate.isPending}
          onClick={() => duplicate.mutate({ id })}
        >
          Duplicate
        </Button>
        {(isOpen || isOfNothing) && Number(invoice.paid) === 0 && (
          <Button variant="default" onClick={() => setShown('void')}>
            Void
          </Button>
        )}
        {isOpen && invoice.clientEmail && (
          <Switch
            label="Reminders"
            checked={invoice.remindersOn}
            onChange={(event) => switchReminders.mutate({ id, isOn: event.currentTarget.checked })}
          />
        )}
      </Group>
      {shown === 'transfer' && (
        <TransferModal invoice={invoice} onClose={() => setShown(undefined)} />
      )}
      {shown === 'remind' && <RemindModal invoice={invoice} onClose={() => setShown(undefined)} />}
      {shown === 'void' && <VoidModal invoice={invoice} onClose={() => setShown(undefined)} />}
      {shown === 'credit' && <CreditModal invoice={invoice} onClose={() => setShown(undefined)} />}
    </>
  );
}
