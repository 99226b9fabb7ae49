import { z } from 'zod';

export const planSchema = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  /** Decimal prices per month: with monthly billing, and with yearly billing. */
  monthlyPrice: z.string().describe('Decimal; per month, with monthly billing'),
  yearlyPrice: z.string().describe('Decimal; per month, with yearly billing'),
  features: z.array(z.string()),
  /** True to show the 'Most Popular' flag. */
  popular: z.boolean(),
});
export type Plan = z.output<typeof planSchema>;
