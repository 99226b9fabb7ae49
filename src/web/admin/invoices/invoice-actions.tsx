import { Button, Menu, Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';

import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { MoreMenu } from '~/web/admin/ui/more-menu';
import { notifyFailed, success } from '~/web/admin/ui/notices';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { CreditModal } from './credit-modal';
import { RemindModal } from './remind-modal';
import { useShowIssued } from './show-issued';
import { TransferModal } from './transfer-modal';
import { useDuplicate } from './use-duplicate';
import { VoidModal } from './void-modal';

/** Actions for an issued invoice: recording a payment, and a menu with all others. */
export function InvoiceActions({ invoice }: { invoice: AdminInvoice }) {
  const { api, client } = useRouter().options.context;
  const { invoices } = api.admin;
  const { id } = invoice;
  const showIssued = useShowIssued();
  const [shown, setShown] = useState<'transfer' | 'remind' | 'revoke' | 'credit' | 'void'>();

  const switchReminders = useMutation(
    invoices.switchReminders.mutationOptions(
      outcome({ done: success('Reminders updated'), failed: 'Failed to update the reminders' }),
    ),
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
  const canRemind = isOpen && invoice.clientEmail !== '';
  // An invoice of 0 counts as paid once it is issued.
  const isOfNothing = invoice.status === 'paid' && Number(invoice.total) === 0;
  return (
    <>
      <MoreMenu>
        {canRemind && <Menu.Item onClick={() => setShown('remind')}>Send reminder…</Menu.Item>}
        {canRemind && (
          <Menu.Item onClick={() => switchReminders.mutate({ id, isOn: !invoice.remindersOn })}>
            {invoice.remindersOn ? 'Turn reminders off' : 'Turn reminders on'}
          </Menu.Item>
        )}
        <Menu.Item onClick={() => void showLink()}>Show link</Menu.Item>
        <Menu.Item onClick={() => setShown('revoke')}>Revoke link…</Menu.Item>
        <Menu.Item onClick={() => duplicate.mutate({ id })}>Duplicate</Menu.Item>
        {invoice.status !== 'void' && !isOfNothing && (
          <Menu.Item onClick={() => setShown('credit')}>Credit…</Menu.Item>
        )}
        {(isOpen || isOfNothing) && Number(invoice.paid) === 0 && (
          <Menu.Item color="red" onClick={() => setShown('void')}>
            Void…
          </Menu.Item>
        )}
      </MoreMenu>
      {isOpen && <Button onClick={() => setShown('transfer')}>Record payment</Button>}
      {shown === 'revoke' && (
        <ActionDialog
          title="Revoke the sent links?"
          submitLabel="Revoke links"
          isDangerous
          input={() => ({ id })}
          mutation={invoices.revokeLink.mutationOptions()}
          outcome={{ done: success('Links revoked'), failed: 'Failed to revoke the link' }}
          onClose={() => setShown(undefined)}
        >
          <Text fz="sm">The client can no longer open them. The next email has a new link.</Text>
        </ActionDialog>
      )}
      {shown === 'transfer' && (
        <TransferModal invoice={invoice} onClose={() => setShown(undefined)} />
      )}
      {shown === 'remind' && <RemindModal invoice={invoice} onClose={() => setShown(undefined)} />}
      {shown === 'void' && <VoidModal invoice={invoice} onClose={() => setShown(undefined)} />}
      {shown === 'credit' && <CreditModal invoice={invoice} onClose={() => setShown(undefined)} />}
    </>
  );
}
