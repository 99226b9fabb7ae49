import { type BillingCycle, billingCycles } from '~/contract/plans/plans';
import { oneOf } from '~/web/lib/search';

/** A plan and its billing cycle, as in URLs. */
export interface ChosenPlan {
  plan?: number;
  cycle?: BillingCycle;
}

/** Returns the search parameters that name a plan. */
export function chosenPlan(search: Record<string, unknown>): ChosenPlan {
  const plan = Number(search.plan);
  const cycle = oneOf(billingCycles, search.cycle);
  return { ...(Number.isInteger(plan) && plan > 0 && { plan }), ...(cycle && { cycle }) };
}

/** Query of the pages that show the client's plan. */
export interface PlanSearch extends ChosenPlan {
  /** Just paid: waits for the confirmation. */
  paid?: boolean;
  /** Opens the plan change, with the named plan selected. */
  change?: boolean;
  /** Opens the form for another card. */
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
