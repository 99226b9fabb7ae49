import { centsToDecimal } from '~/contract/common/money';
import type { BillingCycle } from './plans';
import type { Plan } from './plans-schema';

/**
 * Returns the highest saving of yearly billing over all plans, in whole percent of monthly billing,
 * and whether all plans save the same. Null if no plan saves anything.
 */
export function yearlySaving(
  plans: readonly Pick<Plan, 'monthlyPrice' | 'yearlyPrice'>[],
): { percent: number; isSameForAll: boolean } | null {
  const savings = plans
    .map((plan) => ({ monthly: Number(plan.monthlyPrice), yearly: Number(plan.yearlyPrice) }))
    .filter(({ monthly }) => monthly > 0)
    .map(({ monthly, yearly }) => Math.round((1 - yearly / monthly) * 100));
  const percent = Math.max(0, ...savings);
  return percent > 0
    ? { percent, isSameForAll: savings.every((saving) => saving === percent) }
    : null;
}

const centsOf = (decimal: string): number => Math.round(Number(decimal) * 100);

/**
 * Returns the amount of one charge, in cents: the monthly price, or twelve times the monthly price
 * for a year.
 */
export const chargeCents = (
  plan: { monthlyCents: number; yearlyCents: number },
  cycle: BillingCycle,
): number => (cycle === 'yearly' ? plan.yearlyCents * 12 : plan.monthlyCents);

/** Returns the amount of one charge, as a decimal. */
export const chargeOf = (
  plan: Pick<Plan, 'monthlyPrice' | 'yearlyPrice'>,
  cycle: BillingCycle,
): string =>
  centsToDecimal(
    chargeCents(
      { monthlyCents: centsOf(plan.monthlyPrice), yearlyCents: centsOf(plan.yearlyPrice) },
      cycle,
    ),
  );

/**
 * Returns the same day a month or a year later, or the last day of that month if the month is too
 * short.
 */
export function nextCharge(from: Date, cycle: BillingCycle): Date {
  const months = cycle === 'yearly' ? 12 : 1;
  const year = from.getUTCFullYear();
  const month = from.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const next = new Date(from);
  next.setUTCFullYear(year, month, Math.min(from.getUTCDate(), lastDay));
  return next;
}
