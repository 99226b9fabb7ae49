export const billingCycles = ['monthly', 'yearly'] as const;
export type BillingCycle = (typeof billingCycles)[number];
export const defaultBillingCycle: BillingCycle = 'monthly';

export interface Plan {
  id: number;
  name: string;
  description: string;
  /** Decimal strings, both for one month: paid by the month, and paid by the year. */
  monthlyPrice: string;
  yearlyPrice: string;
  features: string[];
  /** Carries the 'Most Popular' flag. */
  popular: boolean;
}
