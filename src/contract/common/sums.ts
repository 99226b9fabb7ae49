import { formatAmount } from './currencies';
import { formatMoney } from './money';
import type { Sum } from './sums-schema';

/**
 * Formats amounts in several currencies without adding them up, such as "€1,200 + $49.00". Omits
 * `amount` if it is zero and there are others.
 */
export function sumsInWords(amount: string, currency: string, others: readonly Sum[] = []): string {
  const own = Number(amount) === 0 && others.length > 0 ? [] : [formatMoney(amount, currency)];
  return [...own, ...others.map((sum) => formatAmount(sum.amount, sum.currency))].join(' + ');
}
