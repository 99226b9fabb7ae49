import { z } from 'zod';

/** Number of documents, and their total in each currency. */
const sumsSchema = z.object({
  count: z.int(),
  sums: z.array(z.object({ currency: z.string(), amount: z.string().describe('Decimal') })),
});
export type Sums = z.output<typeof sumsSchema>;

/** Open tasks of today; null if the role may not see them. */
export const todaySchema = z.object({
  answers: z
    .object({ quotes: z.int(), messages: z.int() })
    .nullable()
    .describe('Leads that were to be answered by now'),
  clientsWaiting: z.int().nullable().describe('Requests in which the client has the last word'),
  proposals: sumsSchema.nullable().describe('Those that a client can still accept'),
  invoices: z
    .object({
      overdue: sumsSchema,
      open: sumsSchema.describe('Issued and not paid, the overdue ones among them'),
      dueThisMonth: sumsSchema,
      ready: sumsSchema.describe('Drafts due on completion, whose request is completed'),
      overpaid: sumsSchema.describe('What was received beyond what is owed'),
      monthFrom: z.iso.date(),
      monthTo: z.iso.date(),
    })
    .nullable(),
});
export type Today = z.output<typeof todaySchema>;
