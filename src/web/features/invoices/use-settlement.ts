import { useEffect, useState } from 'react';

import { confirmationSeconds } from '~/contract/billing/payments';
import type { ClientInvoice } from '~/contract/invoices/invoices-schema';
import { toast } from '~/web/ui/toast-store';

const lookEveryMs = 1_000;
const lookLaterMs = 10_000;

/**
 * After a card was accepted: reads the invoice again until it has that payment, at first often, after a while less often. Only the
 * invoice itself tells that it is paid; what remains of it also changes by a transfer or a credit note.
 */
export function useSettlement(
  { payments }: Pick<ClientInvoice, 'payments'>,
  options: { isAwaited: boolean; refresh(): Promise<unknown> },
) {
  const { refresh } = options;
  const received = payments.filter(
    ({ method, status }) => method === 'card' && status !== 'failed',
  ).length;
  const [before, setBefore] = useState(options.isAwaited ? received : undefined);
  const [isLate, setLate] = useState(false);
  const [isReceived, setReceived] = useState(false);
  const isWaiting = before !== undefined;

  useEffect(() => {
    if (before === undefined || before === received) return;
    setBefore(undefined);
    setLate(false);
    setReceived(true);
    toast({ title: 'Payment Received', description: 'Thank you.' });
  }, [before, received]);

  useEffect(() => {
    if (!isWaiting) return;
    const looking = setInterval(() => void refresh(), isLate ? lookLaterMs : lookEveryMs);
    const late = setTimeout(() => setLate(true), confirmationSeconds * 1000);
    return () => {
      clearInterval(looking);
      clearTimeout(late);
    };
  }, [isWaiting, isLate, refresh]);

  return {
    isWaiting,
    isLate,
    /** A payment has come while this page waited for it. */
    isReceived,
    await: () => setBefore(received),
  };
}
