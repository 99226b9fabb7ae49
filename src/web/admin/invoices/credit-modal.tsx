import { Button, Group, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { decimalsOf, formatAmount } from '~/contract/common/currencies';
import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { billedItems, type ItemDraft, toItemDrafts } from '~/web/admin/documents/item-drafts';
import { ItemsField } from '~/web/admin/documents/items-field';
import { Dialog } from '~/web/admin/ui/dialog';
import { notifyFailed, success } from '~/web/admin/ui/notices';
import { fieldErrorsOf } from '~/web/lib/api-error';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { useInvoiceRefresh } from './use-invoice-refresh';

type Extent = 'all' | 'open' | 'part';

/** Corrects an issued invoice: all that is left of it, what is still to be paid, or some of its items. */
export function CreditModal({ invoice, onClose }: { invoice: AdminInvoice; onClose(): void }) {
  const { api } = useRouter().options.context;
  const [key] = useState(() => crypto.randomUUID());
  const { currency, paid, remaining } = invoice;
  const isEmailed = invoice.clientEmail !== '';
  const money = (amount: string) => formatAmount(amount, currency);
  const all = (Number(invoice.total) - Number(invoice.credited)).toFixed(decimalsOf(currency));
  const isPaidInPart = Number(paid) > 0 && Number(remaining) > 0;
  const [extent, setExtent] = useState<Extent>(isPaidInPart ? 'open' : 'all');
  const [items, setItems] = useState<readonly ItemDraft[]>(() =>
    toItemDrafts(invoice.items, invoice.currency),
  );
  const [reason, setReason] = useState('');
  const credit = useMutation(
    api.admin.invoices.credit.mutationOptions(
      outcome({
        done: ({ number }) =>
          success(`Credit note ${number} issued${isEmailed ? ' and emailed' : ''}`),
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
      ...(extent === 'part' && { items: billedItems(items, currency) }),
      ...(extent === 'open' && { amount: remaining }),
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
            We issue {isEmailed && 'and email '}a credit note in the same number series. This can’t
            be undone.
          </Text>
          <Radio.Group
            label="Amount to credit"
            value={extent}
            onChange={(value) => setExtent(value as Extent)}
          >
            <Stack gap="xs" mt="xs">
              {isPaidInPart && (
                <Radio value="open" label={`Outstanding balance, ${money(remaining)}`} />
              )}
              <Radio
                value="all"
                label={`Full uncredited amount, ${money(all)}`}
                description={
                  Number(paid) > 0 &&
                  `The client paid ${money(paid)} of it. Refund that amount and record the refund next to the payment.`
                }
              />
              <Radio value="part" label="Selected items" />
            </Stack>
          </Radio.Group>
          {extent === 'part' && (
            <ItemsField
              items={items}
              currency={currency}
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
              {extent === 'part'
                ? 'Issue credit note'
                : `Credit ${money(extent === 'open' ? remaining : all)}`}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
