import { z } from 'zod';

export const planSchema = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  /** Decimal strings, both for one month: paid by the month, and paid by the year. */
  monthlyPrice: z.string().describe('Decimal; a month, paid by the month'),
  yearlyPrice: z.string().describe('Decimal; a month, paid by the year'),
  features: z.array(z.string()),
  /** Shows the 'Most Popular' flag. */
  popular: z.boolean(),
});
export type Plan = z.output<typeof planSchema>;
