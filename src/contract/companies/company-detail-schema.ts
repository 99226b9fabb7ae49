import { z } from 'zod';

import { recordKinds } from '~/contract/conversations/records';
import { recurringUnits } from '~/contract/recurring-invoices/recurrence';
import {
  companyMemberSchema,
  companySchema,
  invitationSchema,
  sumSchema,
} from './companies-schema';

/** Open records of a client or a company, the most urgent first. */
export const openRecordsSchema = z.object({
  owed: z.array(sumSchema).describe('Outstanding amount of the open invoices, by currency'),
  openInvoices: z.array(
    z.object({
      id: z.int(),
      number: z.string(),
      remaining: z.string(),
      currency: z.string(),
      dueDate: z.string(),
      isOverdue: z.boolean(),
    }),
  ),
  recurringInvoices: z
    .array(
      z.object({
        id: z.int(),
        about: z.string(),
        every: z.object({ unit: z.enum(recurringUnits), count: z.int() }),
        total: z.string(),
        currency: z.string(),
        status: z.string(),
      }),
    )
    .describe('Recurring invoices that have not ended'),
  openProposals: z.array(
    z.object({ id: z.int(), number: z.string(), title: z.string(), status: z.string() }),
  ),
  openRequests: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      status: z.string(),
      targetDate: z.string().nullable(),
    }),
  ),
  conversations: z
    .array(
      z.object({
        kind: z.enum(recordKinds),
        id: z.int(),
        about: z.string().describe('Service, subject or title of the record'),
        status: z.string(),
        waitingSince: z.iso
          .datetime()
          .nullable()
          .describe('Since when it waits for a reply of the agency'),
      }),
    )
    .describe('Open leads, and requests and proposals that wait for a reply'),
});
export type OpenRecords = z.output<typeof openRecordsSchema>;

const entrySchema = z.object({
  id: z.int(),
  title: z.string(),
  status: z.string(),
  createdAt: z.iso.datetime(),
});

export const companyDetailSchema = companySchema.extend({
  people: z.array(companyMemberSchema),
  invitations: z.array(invitationSchema),
  ...openRecordsSchema.shape,
  earned: z.array(sumSchema).describe('Paid minus refunded, by currency'),
  requests: z.array(entrySchema),
  proposals: z.array(entrySchema),
  invoices: z.array(entrySchema),
  changes: z.array(z.object({ id: z.int(), description: z.string(), createdAt: z.iso.datetime() })),
});
export type CompanyDetail = z.output<typeof companyDetailSchema>;
