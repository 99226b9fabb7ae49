import { z } from 'zod';

import { trafficPeriods } from './traffic';

export const trafficRequestSchema = z.object({
  days: z.coerce
    .number()
    .pipe(z.literal(trafficPeriods, 'Please choose 30, 90 or 365 days'))
    .default(90)
    .describe('30, 90 or 365 days up to today, in the agency’s time zone'),
});

const steps = {
  visits: z.int(),
  leads: z.int(),
  proposals: z.int().describe('Leads that were sent a proposal'),
  accepted: z.int().describe('Leads that accepted one'),
  paid: z
    .array(z.object({ currency: z.string(), amount: z.string() }))
    .describe('Paid minus refunded, of the invoices of these proposals, by currency'),
};

/** Visits and leads from one source, and the proposals and payments that resulted from the leads. */
const sourceStepsSchema = z.object({
  source: z
    .string()
    .nullable()
    .describe('utm_source or referring host; empty for direct visits, null if unknown'),
  ...steps,
});
export type SourceSteps = z.output<typeof sourceStepsSchema>;

export const trafficReportSchema = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  sources: z.array(sourceStepsSchema).describe('Those with the most visits and leads first'),
  total: z.object(steps),
  pages: z.array(z.object({ page: z.string(), views: z.int() })).describe('Most visited pages'),
});
export type TrafficReport = z.output<typeof trafficReportSchema>;
