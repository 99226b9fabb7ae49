import { Text } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';

import { decimalsOf, formatAmount } from '~/contract/common/currencies';
import { dateInWords } from '~/contract/common/date-words';
import { daysBetween } from '~/contract/common/dates';
import { readDecimal } from '~/contract/common/typed-decimals';
import type { AdminInvoice } from '~/contract/invoices/invoices-schema';
import { ActionDialog } from '~/web/admin/form/action-dialog';
import { useToday } from '~/web/admin/form/today';
import { success } from '~/web/admin/ui/notices';

/** Number of days before the invoice date. An earlier payment date is considered a mistake. */
const longBefore = 365;

/**
 * Returns a hint for dates in an earlier month, because the accountant may already have the totals
 * of that month.
 */
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

/** Dialog that records a transfer to the agency's account. */
export function TransferModal({ invoice, onClose }: { invoice: AdminInvoice; onClose(): void }) {
  const { invoices } = useRouter().options.context.api.admin;
  const today = useToday();
  const { id, currency, remaining, issueDate } = invoice;
  const outstanding = formatAmount(remaining, currency);
  const amountOf = (typed: string) => readDecimal(typed, decimalsOf(currency));
  return (
    <ActionDialog
      title="Record payment"
      submitLabel="Record"
      initial={{ amount: remaining, date: today, reference: '' }}
      fields={({ draft }) => [
        {
          name: 'amount',
          label: `Amount in ${currency}`,
          inputMode: 'decimal',
          required: true,
        },
        Number(amountOf(draft.amount)) > Number(remaining) && (
          <Text key="too-much" fz="sm" c="var(--danger)" role="status">
            This is more than the {outstanding} outstanding. The rest is kept as an overpayment
            until you refund it.
          </Text>
        ),
        {
          name: 'date',
          label: 'Received on',
          type: 'date',
          required: true,
          max: today,
          description: earlierMonthHint(draft.date, { today, issueDate }),
        },
        { name: 'reference', label: 'Reference', maxLength: 200 },
      ]}
      input={(draft, key) => ({ id, key, ...draft, amount: amountOf(draft.amount) })}
      mutation={invoices.recordTransfer.mutationOptions()}
      outcome={{
        done: success('Payment recorded'),
        failed: 'Failed to record the payment',
      }}
      onClose={onClose}
    >
      <Text fz="sm">
        {outstanding} is outstanding on invoice {invoice.number}.{' '}
        {invoice.clientEmail
          ? 'We email the client a receipt.'
          : 'The client has no email address, so we don’t email a receipt.'}
      </Text>
    </ActionDialog>
  );
}
