import { z } from 'zod';

import { dateField } from '~/contract/common/date-schema';
import { companyMax, nameMax, textMax } from '~/contract/common/limits';
import {
  listQuerySchema,
  updatedSinceShape,
  userIdField,
  versionShape,
} from '~/contract/common/paging-schema';
import { code, email, text } from '~/contract/common/text-schema';
import { shownLinkedMessageSchema } from '~/contract/conversations/conversations-schema';
import {
  acceptanceBillingField,
  currencyField,
  discountField,
  discountSchema,
  documentEventSchema,
  enteredTaxField,
  idField,
  numbersShape,
  optionalItemList,
  proposalClientField,
  proposedTaxSchema,
  scheduleField,
  sellerShape,
  shownItemSchema,
  shownScheduleSchema,
  taxWithItems,
  tokenField,
  totalsSchema,
} from '~/contract/documents/documents-schema';
import { isWhole } from '~/contract/documents/money';
import { taxSchemes } from '~/contract/documents/tax';
import { proposalFilters, proposalSorts } from './proposal-lists';
import { proposalCopiesMax, proposalMessageMax, proposalStatuses } from './proposals';

const markdown = text({ max: textMax * 4 });

/** Fields that an admin edits. All are optional in a draft. */
export const proposalFieldsSchema = z.object({
  title: text({ max: 150 }).optional(),
  /** Quote that the proposal answers. */
  leadId: idField.nullish(),
  /** Contact message that the proposal answers, instead of a quote. */
  messageId: idField.nullish(),
  client: proposalClientField.optional(),
  intro: markdown.optional(),
  items: optionalItemList.optional(),
  proposedTax: enteredTaxField,
  discount: discountField,
  currency: currencyField
    .optional()
    .describe('Defaults to the currency in the settings for a new proposal'),
  schedule: scheduleField
    .refine((parts) => parts.length === 0 || isWhole(parts), 'The percentages must add up to 100')
    .optional(),
  terms: markdown.optional(),
  validUntil: dateField.optional(),
});
export type ProposalFields = z.output<typeof proposalFieldsSchema>;

export const newProposalSchema = proposalFieldsSchema
  .extend({
    /** Client with an account, whose name and email are filled in. */
    clientId: userIdField.optional(),
    /**
     * Template whose content is filled in. If a lead is also given, only the lead's client data is
     * used.
     */
    templateId: idField.optional(),
  })
  .refine(({ leadId, messageId }) => !leadId || !messageId, {
    message: 'A proposal answers a quote or a message, not both',
    path: ['messageId'],
  })
  .check(taxWithItems);
export type NewProposal = z.output<typeof newProposalSchema>;

export const proposalChangeSchema = proposalFieldsSchema
  .extend({ id: idField, ...versionShape })
  .check(taxWithItems);

const shownClientSchema = z.object({
  name: z.string(),
  email: z.string(),
  company: z.string().optional(),
  country: z.string().optional().describe('ISO 3166 code'),
});

export const proposalSendingSchema = z.object({
  id: idField,
  message: text({ max: proposalMessageMax }).optional().describe('Message in the email'),
  copyTo: z
    .array(email('Please enter an email address'))
    .max(proposalCopiesMax, `At most ${proposalCopiesMax} copies`)
    .optional()
    .describe('Other recipients of the email'),
  confirmed: z
    .object({ total: z.string().max(30), client: shownClientSchema })
    .optional()
    .describe(
      'Total and client that were confirmed. If they have changed since, the proposal is not sent',
    ),
});
export type ProposalSending = z.output<typeof proposalSendingSchema>;

const listQuery = listQuerySchema({ statuses: proposalFilters, sorts: proposalSorts });
export const proposalsListSchema = listQuery.extend({
  /** Filters by quote, message, client or request. */
  leadId: idField.optional(),
  messageId: idField.optional(),
  clientId: userIdField.optional(),
  requestId: idField.optional(),
  ...updatedSinceShape,
});
export type ProposalsList = z.output<typeof proposalsListSchema>;

export const acceptanceFieldsSchema = tokenField.extend({
  name: text({ min: 2, minMessage: 'Please type your name', max: nameMax }).regex(
    /\p{L}/u,
    'Please type your name',
  ),
  agreed: z.literal(true, 'Please accept the proposal'),
  contentHash: z.string('The content hash is needed').min(1).max(100),
  optionalItems: z
    .array(z.int().min(0).max(1000))
    .max(1000)
    .default([])
    .describe(
      'Indexes of all selected optional items, including preselected ones; exactly one of each choice',
    ),
  total: z
    .string()
    .max(30)
    .optional()
    .describe(
      'Total that was shown with the billing data, such as 1190.00. If another one applies by now, nothing is accepted',
    ),
  billing: acceptanceBillingField
    .optional()
    .describe(
      'Billing data, if it is not stored. Without an address that the seller’s law requires, or a country that the tax depends on, no invoice is issued automatically',
    ),
});
export type AcceptanceFields = z.output<typeof acceptanceFieldsSchema>;

/** Totals of a proposal with the taxes of a buyer. */
export const billedProposalSchema = tokenField.extend({
  optionalItems: acceptanceFieldsSchema.shape.optionalItems,
  billing: acceptanceBillingField,
});
export type BilledProposal = z.output<typeof billedProposalSchema>;
export const billedTotalsSchema = z.object({
  tax: proposedTaxSchema,
  totals: totalsSchema,
  total: z.string().describe('Decimal'),
});
export type BilledTotals = z.output<typeof billedTotalsSchema>;

const acceptanceShape = z.object({
  name: acceptanceFieldsSchema.shape.name,
  agreed: z.literal('on', 'Please check the box to accept'),
});
/** Form with which a client accepts. */
export const acceptanceFormSchema = acceptanceShape.extend({
  company: text({ max: companyMax }).optional(),
  vatNumber: code({ max: 30 }).optional(),
  address: text({ max: 500 }).optional(),
  postcode: code({ max: 20 }).optional(),
  city: text({ max: 100 }).optional(),
  country: z.string().optional(),
});
/** Form with which a client accepts, with the billing address if it is not stored yet. */
export const billedAcceptanceFormSchema = acceptanceFormSchema.extend({
  address: text({ min: 1, minMessage: 'Please enter your billing address', max: 500 }),
  city: text({ min: 1, minMessage: 'Please enter the city', max: 100 }),
  country: z.string().min(1, 'Please choose a country'),
});
/** Form with which a client accepts, with the country if the tax depends on it and it is not stored yet. */
export const countryAcceptanceFormSchema = acceptanceFormSchema.extend({
  country: billedAcceptanceFormSchema.shape.country,
});
export type AcceptanceForm = z.output<typeof acceptanceFormSchema>;

export const declineFieldsSchema = tokenField.extend({
  reason: text({ max: 2000 }).optional(),
});

export const declineFormSchema = declineFieldsSchema.omit({ token: true });
export type DeclineForm = z.output<typeof declineFormSchema>;

/**
 * A proposal with computed amounts. Totals include required items and the default selection or, once it is accepted, the chosen
 * options.
 */
export const shownProposalSchema = z.object({
  number: z.string(),
  status: z.enum(proposalStatuses),
  version: z.int().describe('0 for a draft'),
  title: z.string(),
  client: shownClientSchema,
  intro: z.string().describe('Markdown'),
  introHtml: z.string(),
  items: z.array(shownItemSchema),
  discount: discountSchema,
  schedule: shownScheduleSchema,
  terms: z.string().describe('Markdown'),
  termsHtml: z.string(),
  validUntil: z.iso.date(),
  currency: z.string(),
  seller: sellerShape,
  sellerNumbers: numbersShape,
  totals: totalsSchema,
  total: z.string().describe('Decimal'),
  contentHash: z.string().describe('SHA-256 of the content'),
});
export type ShownProposal = z.output<typeof shownProposalSchema>;

const acceptanceSchema = z.object({
  name: z.string(),
  acceptedAt: z.iso.datetime(),
  contentHash: z.string(),
  version: z.int(),
  optionalItems: z.array(z.int()),
});

/** First unpaid invoice of an accepted proposal. */
const nextInvoiceSchema = z.object({
  number: z.string(),
  part: z.int().describe('Part of the schedule, from 1'),
  total: z.string().describe('Decimal'),
  remaining: z.string().describe('Decimal'),
  currency: z.string(),
  dueDate: z.iso.date(),
  url: z.string().describe('Where it can be paid'),
});
export type NextInvoice = z.output<typeof nextInvoiceSchema>;

/** Payment progress of an accepted proposal. */
const paymentProgressSchema = z.object({
  paidParts: z.int().describe('Number of paid parts of the schedule'),
  nextPart: z
    .object({
      label: z.string(),
      amount: z.string().describe('Decimal'),
      date: z.iso
        .date()
        .nullable()
        .describe('Null if it is due when the work is completed, or is held'),
      isHeld: z.boolean().describe('Whether the agency checks it before it is issued'),
    })
    .nullable()
    .describe('Next part that is not issued yet'),
  requestId: z.int().nullable().describe('Request for the work'),
});
export type PaymentProgress = z.output<typeof paymentProgressSchema>;

/** A proposal as its client reads it. */
export const clientProposalSchema = shownProposalSchema.extend({
  nextInvoice: nextInvoiceSchema.nullable().describe('Next unpaid invoice, once accepted'),
  progress: paymentProgressSchema.nullable().describe('Once accepted'),
  sentAt: z.iso.datetime().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  acceptance: acceptanceSchema.nullable(),
  asksFor: z
    .array(z.enum(['address', 'country', 'vatNumber']))
    .describe('Billing data that its invoices need and that is not stored'),
  messages: z.array(shownLinkedMessageSchema).describe('Messages about it, oldest first'),
});
export type ClientProposal = z.output<typeof clientProposalSchema>;

export const ownProposalSchema = z.object({
  id: z.int(),
  number: z.string(),
  status: z.enum(proposalStatuses),
  title: z.string(),
  total: z.string().describe('Decimal'),
  currency: z.string(),
  validUntil: z.iso.date(),
  sentAt: z.iso.datetime().nullable(),
});
export type OwnProposal = z.output<typeof ownProposalSchema>;
export const ownProposalDetailSchema = clientProposalSchema.extend({
  id: z.int(),
  requestId: z.int().nullable(),
  url: z
    .string()
    .nullable()
    .describe(
      'Where its addressee, or a manager of the company, accepts or declines it while it is open',
    ),
});

/** A proposal in the panel's list. */
export const adminProposalRowSchema = z.object({
  id: z.int(),
  number: z.string(),
  status: z.enum(proposalStatuses),
  title: z.string(),
  leadId: z.int().nullable().describe('Quote that it answers'),
  messageId: z.int().nullable().describe('Contact message that it answers'),
  clientId: z.string().nullable(),
  clientName: z.string(),
  clientEmail: z.string(),
  client_name: z.string().meta({ deprecated: true, description: 'As clientName' }),
  client_email: z.string().meta({ deprecated: true, description: 'As clientEmail' }),
  total: z.string().describe('Decimal'),
  currency: z.string(),
  validUntil: z.iso.date(),
  version: z.int(),
  requestId: z.int().nullable(),
  sentAt: z.iso.datetime().nullable(),
  viewedAt: z.iso.datetime().nullable(),
  decidedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type AdminProposalRow = z.output<typeof adminProposalRowSchema>;

export const adminProposalSchema = adminProposalRowSchema.extend({
  ...shownProposalSchema.shape,
  declineReason: z.string(),
  proposedTax: proposedTaxSchema
    .omit({ why: true })
    .nullable()
    .describe('Tax of its items that follow the client; null if none was proposed yet'),
  acceptance: acceptanceSchema
    .extend({
      ip: z.string(),
      userAgent: z.string(),
      signedInAs: z.string().describe('Email of the signed-in account; empty without one'),
    })
    .nullable(),
  versions: z.array(
    z.object({ version: z.int(), contentHash: z.string(), by: z.string(), createdAt: z.string() }),
  ),
  invoices: z.array(
    z.object({
      id: z.int(),
      number: z.string().nullable(),
      status: z.string(),
      total: z.string(),
    }),
  ),
  timeline: z.array(documentEventSchema),
});
export type AdminProposal = z.output<typeof adminProposalSchema>;

/** Default values for new items. */
export const itemDefaultsSchema = z.object({
  taxRate: z.string().describe('Percent'),
  currency: z.string(),
  /** Seller data that determines the tax of an item, and payment terms. */
  seller: z.object({
    scheme: z.enum(taxSchemes),
    standardRate: z.string().describe('Percent'),
    country: z.string(),
    paymentDays: z.int().describe('Default payment terms of invoices'),
    /** Descriptions of missing data that the law requires on the proposal's invoices. */
    lacks: z.array(z.string()),
  }),
});
export type ItemDefaults = z.output<typeof itemDefaultsSchema>;

/** Suggested items from services and earlier proposals. */
export const itemSuggestionSchema = z.object({
  description: z.string(),
  detail: z.string(),
  unit: z.string(),
  unitPrice: z.string(),
  taxRate: z.string(),
  source: z.enum(['service', 'proposal']),
});
export type ItemSuggestion = z.output<typeof itemSuggestionSchema>;
