import { formatIn } from '~/contract/common/money';
import type { Option } from './quotes';

/** Budgets and timelines of the longer quote form. */

/** Bounds of the budget, in the agency's currency. */
const budgets: { value: string; labelOf(money: (amount: number) => string): string }[] = [
  { value: 'under-1000', labelOf: (money) => `Under ${money(1_000)}` },
  { value: '1000-2500', labelOf: (money) => `${money(1_000)} to ${money(2_500)}` },
  { value: '2500-5000', labelOf: (money) => `${money(2_500)} to ${money(5_000)}` },
  { value: '5000-10000', labelOf: (money) => `${money(5_000)} to ${money(10_000)}` },
  { value: 'over-10000', labelOf: (money) => `Over ${money(10_000)}` },
];

/** Returns the budget options with amounts in a currency. @param currency omitted if unknown: amounts then have no symbol */
export function budgetRangesIn(currency?: string): Option[] {
  const money = (amount: number) =>
    currency ? formatIn(currency, 0, amount) : amount.toLocaleString('en-US');
  return budgets.map(({ value, labelOf }) => ({ value, label: labelOf(money) }));
}

export const timelines: readonly Option[] = [
  { value: 'asap', label: 'As soon as possible' },
  { value: '1-2-weeks', label: '1 to 2 weeks' },
  { value: '1-month', label: 'Within a month' },
  { value: '2-3-months', label: '2 to 3 months' },
  { value: 'flexible', label: 'Flexible' },
];
