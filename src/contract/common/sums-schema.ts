import { z } from 'zod';

/** An amount in one currency. */
const sumSchema = z.object({ currency: z.string(), amount: z.string().describe('Decimal') });
export type Sum = z.output<typeof sumSchema>;

/**
 * Amounts in other currencies, shown next to an amount in the agency's currency. Omitted if there
 * are none.
 */
export const otherCurrenciesField = z
  .array(sumSchema)
  .optional()
  .describe('The same in other currencies; omitted if there are none');
