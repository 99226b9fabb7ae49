import { z } from 'zod';

/** Money of one currency. */
const sumSchema = z.object({ currency: z.string(), amount: z.string().describe('Decimal') });
export type Sum = z.output<typeof sumSchema>;

/** Beside a sum in the agency's currency: left out where all is in it. */
export const otherCurrenciesField = z
  .array(sumSchema)
  .optional()
  .describe('The same in other currencies; left out where there is nothing');
