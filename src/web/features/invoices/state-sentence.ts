import { formatAmount } from '~/contract/common/currencies';
import type { ClientInvoice } from '~/contract/invoices/invoices-schema';
import { formatDate } from '~/web/lib/dates';
import { failedPaymentOf, pendingDebitOf } from './bank-debits';

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

/** How an invoice stands, in one or two sentences. */
export function stateSentence(invoice: Stated): string {
  const money = (decimal: string) => formatAmount(decimal, invoice.currency);
  const due = formatDate(invoice.dueDate);
  const overpaid =
    Number(invoice.overpaid) > 0
      ? ` ${money(invoice.overpaid)} more was received than was owed; we will write to you about it.`
      : '';
  if (invoice.status === 'void') {
    const numbers = invoice.creditNotes.map(({ number }) => number).join(', ');
    return `This invoice was cancelled by credit note ${numbers}. Nothing is to be paid.${overpaid}`;
  }
  if (invoice.status === 'paid') return `Paid in full. Thank you.${overpaid}`;
  const received =
    Number(invoice.paid) > 0
      ? `${money(invoice.paid)} of ${money(invoice.total)} has been received. `
      : '';
  const credited = Number(invoice.credited) > 0 ? `${money(invoice.credited)} was credited. ` : '';
  const pending = pendingDebitOf(invoice.payments);
  if (pending) {
    return `${received}${credited}A bank debit of ${money(pending.amount)} is under way. Banks take some days for it; there is nothing more to do.`;
  }
  const failed = failedPaymentOf(invoice.payments);
  const unpaid = failed ? `${failureOf(failed, money(failed.amount))} ` : '';
  if (invoice.overdue) {
    return `${unpaid}${received}${credited}${money(invoice.remaining)} was due on ${due}. Please pay it now, or write to us if something is not right.`;
  }
  return `${unpaid}${received}${credited}${money(invoice.remaining)} is to be paid by ${due}.`;
}

function failureOf(
  { method, isReturned }: Pick<ClientInvoice['payments'][number], 'method' | 'isReturned'>,
  amount: string,
): string {
  if (!isReturned) return `The bank could not make the debit of ${amount}.`;
  return method === 'debit'
    ? `Your bank has taken back the debit of ${amount}.`
    : `The bank has returned your transfer of ${amount}.`;
}
