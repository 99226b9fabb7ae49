import { type BillingCycle, billingCycles } from '~/contract/plans/plans';
import { oneOf } from '~/web/lib/search';

/** A plan and its billing cycle, as in URLs. */
export interface ChosenPlan {
  plan?: number;
  cycle?: BillingCycle;
}

/** Reads a plan and its billing cycle from search parameters. */
export function chosenPlan(search: Record<string, unknown>): ChosenPlan {
  const plan = Number(search.plan);
  const cycle = oneOf(billingCycles, search.cycle);
  return { ...(Number.isInteger(plan) && plan > 0 && { plan }), ...(cycle && { cycle }) };
}

/** Query parameters of the pages that show the client's plan. */
export interface PlanSearch extends ChosenPlan {
  /** True after a payment: the page waits for its confirmation. */
  paid?: boolean;
  /** True to open the change of plan, with the given plan selected. */
  change?: boolean;
  /** True to open the form for another card. */
  card?: boolean;
}

export function planSearchOf(search: Record<string, unknown>): PlanSearch {
  return {
    ...(search.change === true && chosenPlan(search)),
    ...(search.paid === true && { paid: true }),
    ...(search.change === true && { change: true }),
    ...(search.card === true && { card: true }),
  };
}
