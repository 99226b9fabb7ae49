import { z } from 'zod';

import type { Plan } from './plans';

export const planSchema = z.object({
  id: z.int(),
  name: z.string(),
  description: z.string(),
  monthlyPrice: z.string().describe('Decimal; a month, paid by the month'),
  yearlyPrice: z.string().describe('Decimal; a month, paid by the year'),
  features: z.array(z.string()),
  popular: z.boolean(),
}) satisfies z.ZodType<Plan>;
