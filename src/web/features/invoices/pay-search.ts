import { type BankReturn, bankReturnOf } from '~/web/lib/search';

/** Query parameters of an invoice's page. */
export interface PaySearch extends BankReturn {
  /** True to open the payment form. */
  pay?: true;
}

export function paySearchOf(given: Record<string, unknown>): PaySearch {
  return { ...(given.pay === true && { pay: true }), ...bankReturnOf(given) };
}
