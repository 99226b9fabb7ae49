import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { billedItems, type ItemDraft, toItemDrafts } from '~/web/admin/documents/item-drafts';
import { ItemsField } from '~/web/admin/documents/items-field';
import { Dialog } from '~/web/admin/ui/dialog';
import { notifyFailed, success } from '~/web/admin/ui/notices';
import { fieldErrorsOf } from '~/web/lib/api-error';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { useInvoiceRefresh } from './use-invoice-refresh';

/** Corrects an issued invoice, in whole or in part. */
export function CreditModal({ invoice, onClose }: { invoice: AdminInvoice; onClose(): void }) {
  const { api } = useRouter().options.context;
  const [key] = useState(() => crypto.randomUUID());
  const [extent, setExtent] = useState<'all' | 'part'>('all');
  const [items, setItems] = useState<readonly ItemDraft[]>(() => toItemDrafts(invoice.items));
  const [reason, setReason] = useState('');
  const credit = useMutation(
    api.admin.invoices.credit.mutationOptions(
      outcome({
        done: ({ number }) => success(`Credit note ${number} was issued and mailed`),
        onDone: onClose,
        failed: (error) => notifyFailed(error, 'Failed to credit the invoice'),
        refresh: useInvoiceRefresh(),
      }),
    ),
  );
  const errors = fieldErrorsOf(credit.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (credit.isPending) return;
    credit.mutate({
      id: invoice.id,
      key,
      reason,
      ...(extent === 'part' && { items: billedItems(items, invoice.currency) }),
    });
  };
  return (
    <Dialog
      onClose={onClose}
      title={`Credit invoice ${invoice.number}`}
      size={extent === 'part' ? '56rem' : 'md'}
      centered
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Text fz="sm">
            A credit note of the same series is issued and mailed. It cannot be taken back. Money
            that was paid already is returned in the section Payments.
          </Text>
          <SegmentedControl
            aria-label="How much is credited"
            value={extent}
            data={[
              { value: 'all', label: 'All that is left' },
              { value: 'part', label: 'A part' },
            ]}
            onChange={(value) => setExtent(value as 'all' | 'part')}
          />
          {extent === 'part' && (
            <ItemsField
              items={items}
              currency={invoice.currency}
              defaultTax={invoice.items[0] ?? { taxRate: '0' }}
              categoriesAt={
                invoice.items.find(({ taxCategory }) => taxCategory === 'S')?.taxRate ?? '0'
              }
              errors={errors}
              onChange={setItems}
            />
          )}
          <TextInput
            label="Reason"
            description="Printed on the credit note."
            required
            maxLength={500}
            value={reason}
            error={errors.reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            data-autofocus
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={credit.isPending} disabled={!reason.trim()}>
              Issue credit note
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
