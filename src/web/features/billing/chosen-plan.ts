import { type BillingCycle, billingCycles } from '~/contract/plans/plans';
import { oneOf } from '~/web/lib/search';

/** A plan and how it is to be paid, as URLs name them. */
export interface ChosenPlan {
  plan?: number;
  cycle?: BillingCycle;
}

/** The search parameters that name a plan. */
export function chosenPlan(search: Record<string, unknown>): ChosenPlan {
  const plan = Number(search.plan);
  const cycle = oneOf(billingCycles, search.cycle);
  return { ...(Number.isInteger(plan) && plan > 0 && { plan }), ...(cycle && { cycle }) };
}
