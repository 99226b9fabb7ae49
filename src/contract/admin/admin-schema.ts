import { z } from 'zod';

import { paymentStatuses } from '~/contract/billing/payments';
import { int4Max, nameMax, phoneMax } from '~/contract/common/limits';
import { userIdField } from '~/contract/common/paging-schema';
import { otherCurrenciesField } from '~/contract/common/sums-schema';
import { email, line } from '~/contract/common/text-schema';
import { companyRights } from '~/contract/companies/companies';
import { billingChangesSchema } from '~/contract/companies/companies-schema';
import { openRecordsSchema } from '~/contract/companies/company-detail-schema';
import { activityKinds } from '~/contract/dashboard/dashboard';
import { shownBuyerSchema } from '~/contract/documents/documents-schema';
import { paymentMethods } from '~/contract/invoices/invoices';
import { noteSchema, sentMailSchema } from '~/contract/leads/activity-schema';
import { requestStatuses } from '~/contract/requests/requests';

/**
 * Requests, payments and users in the panel. Field names mix snake_case and camelCase, because the
 * REST API does.
 */

export const adminRequestSchema = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  service_name: z.string(),
  client_id: z.string(),
  client_name: z.string(),
  client_email: z.string(),
  status: z.enum(requestStatuses),
  targetDate: z.string().nullable(),
  wishedDate: z.string().nullable().describe('Date by which the client would like it done'),
  urgent: z.boolean().describe('Marked as urgent by the client'),
  note: z.string(),
  quoteId: z.int().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type AdminRequest = z.output<typeof adminRequestSchema>;

/** A request in the panel's list. */
export const adminRequestRowSchema = adminRequestSchema.extend({
  assigneeId: z.string().nullable(),
  assigneeName: z.string().describe('Empty without an assignee'),
  unread: z.int().describe('Messages of the client that the caller has not read, up to 100'),
  waitingSince: z.iso
    .datetime()
    .nullable()
    .describe('Since when the agency waits for the client’s reply'),
  dueAt: z.iso.datetime().nullable().describe('When the client’s oldest unanswered message is due'),
});
export type AdminRequestRow = z.output<typeof adminRequestRowSchema>;

export const adminPaymentSchema = z.object({
  id: z.int(),
  amount: z.string().describe('Decimal'),
  refunded: z.string().describe('Decimal; refunded part'),
  inBalance: z
    .string()
    .describe('Decimal; part that a change of plan added to the client’s balance at Stripe'),
  method: z.enum(paymentMethods),
  methodType: z
    .string()
    .describe('Type of the method at Stripe, such as `ideal`; empty if it is not paid there'),
  currency: z.string(),
  reference: z.string().describe('Payment reference of a transfer; mostly empty for a card'),
  description: z.string(),
  status: z.enum(paymentStatuses),
  isReversed: z.boolean().describe('Reversed: recorded by mistake, or returned by the bank'),
  isReturned: z.boolean().describe('Returned by the bank'),
  dispute: z.string(),
  failure: z.string(),
  note: z.string().describe('Note about its subscription, as a sentence; mostly empty'),
  invoice: z
    .object({
      id: z.int(),
      number: z.string(),
      clientEmail: z.string().describe('Empty if the client gets no emails'),
    })
    .nullable()
    .describe('Invoice that it pays; null if the payment has no invoice yet'),
  client_id: z.string().nullable().describe('Null for a client without an account'),
  client_name: z.string(),
  client_email: z.string().describe('Empty for a client without an account'),
  paidAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type AdminPayment = z.output<typeof adminPaymentSchema>;

export const stripeEventSchema = z.object({
  id: z.string(),
  type: z.string(),
  state: z.enum(['applied', 'waiting', 'failed']),
  attempts: z.int(),
  lastError: z.string(),
  note: z.string().describe('Note about its result, as a sentence; mostly empty'),
  createdAt: z.iso.datetime(),
  receivedAt: z.iso.datetime(),
  appliedAt: z.iso.datetime().nullable(),
});
export type AdminStripeEvent = z.output<typeof stripeEventSchema>;

export const userStatuses = ['active', 'disabled', 'leaving', 'deleted'] as const;
export type UserStatus = (typeof userStatuses)[number];

export const adminUserSchema = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  company: z.string().describe('Name of their company; empty without one'),
  profileImageUrl: z.string().nullable(),
  status: z.enum(userStatuses),
  isDisabled: z.boolean(),
  /** Number of active sessions. */
  sessions: z.int(),
  requests: z.int(),
  spent: z.string().describe('Decimal; paid minus refunded, in the agency’s currency'),
  otherCurrencies: otherCurrenciesField,
  plan: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type AdminUser = z.output<typeof adminUserSchema>;

const historyEntrySchema = z.object({
  /** For example 'quote:12'. */
  id: z.string(),
  kind: z.enum(activityKinds).exclude(['account']),
  title: z.string(),
  status: z.string(),
  time: z.iso.datetime(),
});
export const userDetailSchema = z.object({
  user: adminUserSchema,
  company: z
    .object({ id: z.int(), name: z.string(), rights: z.array(z.enum(companyRights)) })
    .nullable(),
  phone: z
    .string()
    .describe('As entered by the agency, otherwise of the newest lead with one; empty without one'),
  ...openRecordsSchema.shape,
  billing: shownBuyerSchema.describe('As the next invoice will use it'),
  history: z.array(historyEntrySchema),
  notes: z.array(noteSchema),
  /**
   * Emails sent to the client's current address, newest first, except emails that contain codes.
   */
  mails: z.array(sentMailSchema),
  /** Files of the client's requests, newest first. */
  files: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      size: z.int(),
      requestId: z.int(),
      createdAt: z.iso.datetime(),
    }),
  ),
  signedIn: z.array(z.object({ id: z.int(), device: z.string(), lastSeenAt: z.iso.datetime() })),
  changes: z.array(z.object({ id: z.int(), description: z.string(), createdAt: z.iso.datetime() })),
});
export type UserDetail = z.output<typeof userDetailSchema>;

/** Client whom an admin adds. */
export const newClientSchema = z.object({
  firstName: line({ min: 1, minMessage: 'Please enter a first name', max: nameMax }),
  lastName: line({ max: nameMax }).default(''),
  email: email('Please enter a valid email address').transform((value) => value.toLowerCase()),
  companyId: z.int().min(1).max(int4Max).nullish(),
  /** True to notify the client by email that they can sign in. */
  invite: z.boolean('Please enter true or false').default(false),
});
export type NewClient = z.output<typeof newClientSchema>;

/** Changes that an admin makes to a client. Omitted fields do not change. */
export const clientChangesSchema = z.object({
  id: userIdField,
  firstName: newClientSchema.shape.firstName.optional(),
  lastName: line({ max: nameMax }).optional(),
  email: newClientSchema.shape.email.optional(),
  phone: line({ max: phoneMax }).optional(),
  billing: billingChangesSchema
    .optional()
    .describe('Billing data of the next documents: of the company, otherwise their own'),
  confirmsUndo: z
    .boolean()
    .optional()
    .describe('For an email that the account had a few days ago: undo what was done since then'),
  expected: z
    .object({
      companyId: z.int().nullable(),
      firstName: z.string(),
      lastName: z.string(),
      email: z.string(),
      phone: z.string(),
      billing: shownBuyerSchema.partial(),
    })
    .partial()
    .optional()
    .describe(
      'Values as they were read. If one of them has changed since then, nothing is changed: 409',
    ),
});
export type ClientChanges = z.output<typeof clientChangesSchema>;

export const userIdSchema = z.object({ id: userIdField });

export const adminStatsSchema = z.object({
  totalUsers: z.int(),
  totalRevenue: z.string().describe('Decimal; paid minus refunded, in the agency’s currency'),
  otherCurrencies: otherCurrenciesField,
  activeSubscriptions: z.int(),
  pendingRequests: z.int(),
});
export type AdminStats = z.output<typeof adminStatsSchema>;

/** Number of new items of each kind. */
export const waitingSchema = z.object({
  quotes: z.int(),
  messages: z.int(),
  requests: z.int(),
  /** Testimonials that have consent but are not published. */
  testimonials: z.int(),
  /** Changes that agents proposed, listed under Settings. */
  settings: z.int(),
});
export type Waiting = z.output<typeof waitingSchema>;

export const recentActivitySchema = z.object({
  id: z.string(),
  description: z.string(),
  time: z.iso.datetime(),
  about: z.string().optional().describe('Record, such as `invoice:5`; omitted if it was deleted'),
});
export type RecentActivity = z.output<typeof recentActivitySchema>;

/** Time spans of the charts. */
export const chartSpans = ['30d', '12w', '12m'] as const;
export type ChartSpan = (typeof chartSpans)[number];

export const chartPointSchema = z.object({
  /** First day of the interval, such as '2026-11-01'. */
  from: z.string(),
  leads: z.int(),
  /** Revenue in units of the currency, for charts. */
  revenue: z.number(),
});
export type ChartPoint = z.output<typeof chartPointSchema>;
