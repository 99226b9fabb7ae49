import { type BankReturn, bankReturnOf } from '~/web/lib/search';

/** Query of an invoice's page. */
export interface PaySearch extends BankReturn {
  /** Opens the payment form. */
  pay?: true;
}

export function paySearchOf(given: Record<string, unknown>): PaySearch {
  return { ...(given.pay === true && { pay: true }), ...bankReturnOf(given) };
}
