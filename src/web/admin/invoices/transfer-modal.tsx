import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';

import { decimalsOf, formatAmount } from '~/contract/common/currencies';
import { dateInWords } from '~/contract/common/date-words';
import { daysBetween } from '~/contract/common/dates';
import { readDecimal } from '~/contract/common/typed-decimals';
import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { useToday } from '~/web/admin/form/today';
import { Dialog } from '~/web/admin/ui/dialog';
import { notifyFailed, success } from '~/web/admin/ui/notices';
import { fieldErrorsOf } from '~/web/lib/api-error';
import { useMutation } from '~/web/lib/queries';
import { outcome } from '~/web/ui/outcome';
import { useInvoiceRefresh } from './use-invoice-refresh';

/** Days before the invoice from which on a date is taken for a mistake. */
const longBefore = 365;

/** A hint for a date in an earlier month, whose sums the accountant may have. */
function earlierMonthHint(
  date: string,
  { today, issueDate }: { today: string; issueDate: string | null },
): string | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(date) || date.slice(0, 7) >= today.slice(0, 7)) return undefined;
  if (issueDate && daysBetween(date, issueDate) > longBefore) {
    return `This is more than a year before the invoice date, ${dateInWords(issueDate)}. Is the year right?`;
  }
  return `This changes the totals of ${dateInWords(date).replace(/^\d+ /, '')}, which your accountant may already have.`;
}

/** Records money that came to the agency's account. */
export function TransferModal({ invoice, onClose }: { invoice: AdminInvoice; onClose(): void }) {
  const { api } = useRouter().options.context;
  const today = useToday();
  const [key] = useState(() => crypto.randomUUID());
  const [fields, setFields] = useState({
    amount: invoice.remaining,
    date: today,
    reference: '',
  });
  const record = useMutation(
    api.admin.invoices.recordTransfer.mutationOptions(
      outcome({
        done: success('Payment recorded'),
        onDone: onClose,
        failed: (error) => notifyFailed(error, 'Failed to record the payment'),
        refresh: useInvoiceRefresh(),
      }),
    ),
  );
  const errors = fieldErrorsOf(record.error);
  const bind = (name: keyof typeof fields) => ({
    value: fields[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setFields((before) => ({ ...before, [name]: value }));
    },
  });
  const typed = readDecimal(fields.amount, decimalsOf(invoice.currency));
  const isTooMuch = Number(typed) > Number(invoice.remaining);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const amount = readDecimal(fields.amount, decimalsOf(invoice.currency));
    if (!record.isPending) record.mutate({ id: invoice.id, key, ...fields, amount });
  };
  return (
    <Dialog onClose={onClose} title="Record payment" centered>
      <form onSubmit={submit}>
        <Stack gap="md">
          <Text fz="sm">
            {formatAmount(invoice.remaining, invoice.currency)} is outstanding on invoice{' '}
            {invoice.number}.{' '}
            {invoice.clientEmail
              ? 'We email the client a receipt.'
              : 'The client has no email address, so we don’t email a receipt.'}
          </Text>
          <TextInput
            label={`Amount in ${invoice.currency}`}
            inputMode="decimal"
            required
            data-autofocus
            {...bind('amount')}
          />
          {isTooMuch && (
            <Text fz="sm" c="var(--danger)" role="status">
              This is more than the {formatAmount(invoice.remaining, invoice.currency)} outstanding.
              The rest is kept as an overpayment until you refund it.
            </Text>
          )}
          <TextInput
            label="Received on"
            type="date"
            required
            max={today}
            description={earlierMonthHint(fields.date, { today, issueDate: invoice.issueDate })}
            {...bind('date')}
          />
          <TextInput label="Reference" maxLength={200} {...bind('reference')} />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={record.isPending}>
              Record
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
