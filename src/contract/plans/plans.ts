export const billingCycles = ['monthly', 'yearly'] as const;
export type BillingCycle = (typeof billingCycles)[number];
export const defaultBillingCycle: BillingCycle = 'monthly';
