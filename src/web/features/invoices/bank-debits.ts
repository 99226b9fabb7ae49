import type { ClientInvoice } from '~/contract/invoices/invoices-schema';

type Payment = Pick<
  ClientInvoice['payments'][number],
  'method' | 'status' | 'amount' | 'isReturned'
>;

/** A debit that the bank has not made yet, which takes days. */
export const pendingDebitOf = <One extends Payment>(payments: readonly One[]): One | undefined =>
  payments.find(({ method, status }) => method === 'debit' && status === 'pending');

/** The last payment, where it is a debit that the bank did not make, or one that it has returned. */
export function failedPaymentOf<One extends Payment>(payments: readonly One[]): One | undefined {
  const last = payments.at(-1);
  if (last?.status !== 'failed') return undefined;
  return last.method === 'debit' || last.isReturned ? last : undefined;
}
