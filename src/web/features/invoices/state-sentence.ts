import { formatAmount } from '~/contract/common/currencies';
import type { ClientInvoice } from '~/contract/invoices/invoices-schema';
import { formatDate } from '~/web/lib/dates';
import { failedPaymentOf, pendingPaymentOf } from './payment-states';

type Stated = Pick<
  ClientInvoice,
  | 'status'
  | 'overdue'
  | 'total'
  | 'paid'
  | 'credited'
  | 'remaining'
  | 'overpaid'
  | 'currency'
  | 'dueDate'
  | 'payments'
> & { creditNotes: { number: string }[] };

/** Describes the state of an invoice in one or two sentences. */
export function stateSentence(invoice: Stated): string {
  const money = (decimal: string) => formatAmount(decimal, invoice.currency);
  const due = formatDate(invoice.dueDate);
  const overpaid =
    Number(invoice.overpaid) > 0
      ? ` You overpaid by ${money(invoice.overpaid)}. We’ll contact you about it.`
      : '';
  if (invoice.status === 'void') {
    const numbers = invoice.creditNotes.map(({ number }) => number).join(', ');
    return `This invoice was canceled by credit note ${numbers}. You owe nothing.${overpaid}`;
  }
  if (invoice.status === 'paid') return `Paid in full. Thank you.${overpaid}`;
  const received =
    Number(invoice.paid) > 0
      ? `We’ve received ${money(invoice.paid)} of ${money(invoice.total)}. `
      : '';
  const credited = Number(invoice.credited) > 0 ? `${money(invoice.credited)} was credited. ` : '';
  const pending = pendingPaymentOf(invoice.payments);
  if (pending) {
    return `${received}${credited}A payment of ${money(pending.amount)} is in progress. It can take a few days; you don’t need to do anything.`;
  }
  const failed = failedPaymentOf(invoice.payments);
  const unpaid = failed ? `${failureOf(failed, money(failed.amount))} ` : '';
  if (invoice.overdue) {
    return `${unpaid}${received}${credited}${money(invoice.remaining)} was due on ${due}. Please pay it now, or contact us if something is wrong.`;
  }
  return `${unpaid}${received}${credited}${money(invoice.remaining)} is due by ${due}.`;
}

function failureOf(
  { method, isReturned }: Pick<ClientInvoice['payments'][number], 'method' | 'isReturned'>,
  amount: string,
): string {
  if (!isReturned) return `Your bank rejected the debit of ${amount}.`;
  return method === 'debit'
    ? `Your bank reversed the debit of ${amount}.`
    : `Your bank returned your transfer of ${amount}.`;
}
