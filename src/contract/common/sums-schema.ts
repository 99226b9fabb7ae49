import { z } from 'zod';

/** An amount in one currency. */
const sumSchema = z.object({ currency: z.string(), amount: z.string().describe('Decimal') });
export type Sum = z.output<typeof sumSchema>;

/** Beside an amount in the agency's currency; omitted if all is in it. */
export const otherCurrenciesField = z
  .array(sumSchema)
  .optional()
  .describe('The same in other currencies; omitted if there are none');
