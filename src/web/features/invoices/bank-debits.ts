import type { ClientInvoice } from '~/contract/invoices/invoices-schema';

type Payment = Pick<
  ClientInvoice['payments'][number],
  'method' | 'status' | 'amount' | 'isReversed'
>;

/** A debit that the bank has not made yet, which takes days. */
export const pendingDebitOf = <One extends Payment>(payments: readonly One[]): One | undefined =>
  payments.find(({ method, status }) => method === 'debit' && status === 'pending');

/** The debit that was tried last, where the bank did not make it or has taken it back. */
export function failedDebitOf<One extends Payment>(payments: readonly One[]): One | undefined {
  const last = payments.at(-1);
  return last?.method === 'debit' && last.status === 'failed' ? last : undefined;
}
