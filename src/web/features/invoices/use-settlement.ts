import { useEffect, useState } from 'react';

import { confirmationSeconds } from '~/contract/billing/payments';
import type { ClientInvoice } from '~/contract/invoices/invoices-schema';
import { toast } from '~/web/ui/toast-store';
import { pendingDebitOf } from './bank-debits';

const lookEveryMs = 1_000;
const lookLaterMs = 10_000;

/**
 * After a card or a bank debit was accepted: reads the invoice again until it has that payment, at first often, after a while less often. Only
 * the invoice itself tells that it is paid; what remains of it also changes by a transfer or a credit note.
 */
export function useSettlement(
  { payments }: Pick<ClientInvoice, 'payments'>,
  options: { isAwaited: boolean; refresh(): Promise<unknown> },
) {
  const { refresh } = options;
  const isPending = pendingDebitOf(payments) !== undefined;
  const online = payments.filter(({ method }) => method !== 'transfer');
  const begun = online.filter(({ status }) => status !== 'failed').length;
  const paid = isPending ? begun - 1 : begun;
  const [before, setBefore] = useState(options.isAwaited ? begun : undefined);
  const [paidBefore, setPaidBefore] = useState<number>();
  const [isLate, setLate] = useState(false);
  const [isBegun, setBegun] = useState(false);
  const [isReceived, setReceived] = useState(false);
  const isWaiting = before !== undefined;

  useEffect(() => {
    if (before === undefined || before === begun) return;
    setBefore(undefined);
    setLate(false);
    setBegun(true);
    setPaidBefore(before);
  }, [before, begun]);

  // At once by card; by debit once the bank has made it.
  useEffect(() => {
    if (paidBefore === undefined || paid <= paidBefore) return;
    setPaidBefore(undefined);
    setReceived(true);
    toast({ title: 'Payment Received', description: 'Thank you.' });
  }, [paidBefore, paid]);

  useEffect(() => {
    if (!isWaiting && !isPending) return;
    const isPatient = isLate || isPending;
    const looking = setInterval(() => void refresh(), isPatient ? lookLaterMs : lookEveryMs);
    const late = setTimeout(() => setLate(isWaiting), confirmationSeconds * 1000);
    return () => {
      clearInterval(looking);
      clearTimeout(late);
    };
  }, [isWaiting, isPending, isLate, refresh]);

  return {
    isWaiting,
    isLate,
    /** A bank debit that was begun on this page is under way. */
    isBegun: isBegun && isPending,
    /** A payment has come while this page waited for it. */
    isReceived,
    await: () => setBefore(begun),
  };
}
