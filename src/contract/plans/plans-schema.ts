import { z } from 'zod';

export const planSchema = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  /** Decimal prices per month: with monthly billing, and with yearly billing. */
  monthlyPrice: z.string().describe('Decimal; a month, paid by the month'),
  yearlyPrice: z.string().describe('Decimal; a month, paid by the year'),
  features: z.array(z.string()),
  /** Shows the 'Most Popular' flag. */
  popular: z.boolean(),
});
export type Plan = z.output<typeof planSchema>;
