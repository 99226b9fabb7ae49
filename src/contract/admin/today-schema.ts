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
    .describe('Overdue leads without a reply'),
  clientsWaiting: z.int().nullable().describe('Requests whose last message is the client’s'),
  proposals: sumsSchema.nullable().describe('Proposals that a client can still accept'),
  invoices: z
    .object({
      overdue: sumsSchema,
      open: sumsSchema.describe('Issued and unpaid, including overdue ones'),
      dueThisMonth: sumsSchema,
      ready: sumsSchema.describe('Drafts due on completion, whose request is completed'),
      overpaid: sumsSchema.describe('Overpaid amount'),
      monthFrom: z.iso.date(),
      monthTo: z.iso.date(),
    })
    .nullable(),
  proposedChanges: z.int().nullable().describe('Changes of agents that wait for a person'),
});
export type Today = z.output<typeof todaySchema>;
