import type { ClientInvoice } from '~/contract/invoices/invoices-schema';

type Payment = Pick<
  ClientInvoice['payments'][number],
  'method' | 'status' | 'amount' | 'isReturned'
>;

/** Returns the payment that Stripe has not confirmed yet. Bank debits take days. */
export const pendingPaymentOf = <One extends Payment>(payments: readonly One[]): One | undefined =>
  payments.find(({ status }) => status === 'pending');

/** Returns the last payment if the bank has rejected it as a debit, or has returned it. */
export function failedPaymentOf<One extends Payment>(payments: readonly One[]): One | undefined {
  const last = payments.at(-1);
  if (last?.status !== 'failed') return undefined;
  return last.method === 'debit' || last.isReturned ? last : undefined;
}
