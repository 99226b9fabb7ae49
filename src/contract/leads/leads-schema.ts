import { z } from 'zod';

import { adminRequestSchema } from '~/contract/admin/admin-schema';
import { dateField } from '~/contract/common/date-schema';
import {
  companyMax,
  emailMax,
  int4Max,
  nameMax,
  optionMax,
  phoneMax,
  textMax,
} from '~/contract/common/limits';
import { idSchema, idsSchema } from '~/contract/common/paging-schema';
import { submissionKeySchema } from '~/contract/common/submission-key-schema';
import { code, email, line, text } from '~/contract/common/text-schema';
import { answerSchema } from '~/contract/forms/forms-schema';
import { ownProposalSchema } from '~/contract/proposals/proposals-schema';
import { requestEventKinds } from '~/contract/requests/request-events';
import { requestStatuses } from '~/contract/requests/requests';
import { changeSchema, noteSchema, sentMailSchema } from './activity-schema';
import { leadSourceShape } from './came-from-schema';
import { messageStatuses } from './contact';
import { mergedQuoteSchema, possibleDuplicateSchema } from './merging-schema';
import { enteredSources, quoteSources } from './quote-sources';
import { quoteStatuses } from './quote-statuses';

/** Quotes and messages as admins see them, with related activity. */

export const adminQuoteSchema = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  phoneDigits: z.string(),
  company: z.string(),
  serviceId: z.int().nullable(),
  serviceName: z.string(),
  country: z.string().nullable(),
  source: z
    .enum([...quoteSources, ...enteredSources, 'form'])
    .describe('Form that it came from, or the source that an admin has entered'),
  preferredChannel: z.string().describe('How the sender prefers to be answered; may be empty'),
  formId: z.int().nullable().describe('Form of the agency that it was sent with'),
  answers: z.array(answerSchema).nullable().describe('Answers to that form'),
  budget: z.string(),
  timeline: z.string(),
  projectDetails: z.string(),
  status: z.enum(quoteStatuses),
  /** Reason why the quote may be spam, or who marked it; otherwise null. */
  spamReason: z.string().nullable(),
  /** True if an admin marked the quote as spam: only the filter `spam` finds it. */
  isSpam: z.boolean(),
  ...leadSourceShape,
  /** Id of the assigned admin. */
  ownerId: z.string().nullable(),
  firstAnswerAt: z.iso.datetime().nullable(),
  dueAt: z.iso.datetime().nullable().describe('When a reply is due; null if none is owed'),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type AdminQuote = z.output<typeof adminQuoteSchema>;

/** Quote in the panel's list. */
export const adminQuoteRowSchema = adminQuoteSchema.extend({
  ownerName: z.string().describe('Empty without an owner'),
});
export type AdminQuoteRow = z.output<typeof adminQuoteRowSchema>;

export const adminMessageSchema = z.object({
  id: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  phoneDigits: z.string(),
  service: z.string(),
  subject: z.string(),
  message: z.string(),
  preferredChannel: adminQuoteSchema.shape.preferredChannel,
  status: z.enum(messageStatuses),
  spamReason: z.string().nullable(),
  isSpam: z.boolean(),
  ...leadSourceShape,
  /** Id of the assigned admin. */
  ownerId: z.string().nullable(),
  firstAnswerAt: z.iso.datetime().nullable(),
  dueAt: adminQuoteSchema.shape.dueAt,
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type AdminMessage = z.output<typeof adminMessageSchema>;

export const adminMessageRowSchema = adminMessageSchema.extend({
  ownerName: adminQuoteRowSchema.shape.ownerName,
});
export type AdminMessageRow = z.output<typeof adminMessageRowSchema>;

const relatedActivity = {
  notes: z.array(noteSchema),
  mails: z.array(sentMailSchema),
  changes: z.array(changeSchema),
};

export const quoteDetailSchema = z.object({
  quote: adminQuoteSchema,
  /** Client with the lead's email, if there is one. */
  client: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Id of the request that was created from the quote. */
  requestId: z.int().nullable(),
  /** Id of the quote that this one was merged into. */
  mergedInto: z.int().nullable(),
  /** Quotes merged into this one, oldest first. */
  merged: z.array(mergedQuoteSchema),
  /** Quotes that may be from the same sender, newest first. */
  duplicates: z.array(possibleDuplicateSchema),
  /** Proposals for the quote, newest first. */
  proposals: z.array(ownProposalSchema),
  ...relatedActivity,
});
export const requestDetailSchema = z.object({
  request: adminRequestSchema,
  timeline: z.array(
    z.object({
      id: z.int(),
      kind: z.enum(requestEventKinds),
      text: z.string(),
      byAgency: z.boolean(),
      createdAt: z.iso.datetime(),
    }),
  ),
  /** True if older events are left out. */
  hasOlderEvents: z.boolean(),
  ...relatedActivity,
});
export const messageDetailSchema = z.object({
  message: adminMessageSchema,
  proposals: z.array(ownProposalSchema),
  ...relatedActivity,
});

export const quoteStatusSchema = z.object({
  status: z.enum(quoteStatuses, 'Please choose a status'),
});
export const spamMarkSchema = idsSchema.extend({ isSpam: z.boolean() });

/** Changes a request's status. With `isUndo`, reverts the previous change. */
export const requestStatusSchema = z.object({
  status: z.enum(requestStatuses, 'Please choose a status'),
  isUndo: z.boolean().optional(),
  ifApproved: z
    .boolean()
    .optional()
    .describe('Rejects completing it with 409 while files await the client’s approval'),
});
export const requestNoteSchema = z.object({ note: text({ max: textMax }) });
export const targetDateSchema = z.object({
  targetDate: dateField.nullable(),
});
export const messageStatusSchema = z.object({
  status: z.enum(messageStatuses, 'Please choose a status'),
});

const leadName = line({ min: 2, minMessage: 'Name must be at least 2 characters', max: nameMax });
const leadEmail = z
  .union([z.literal(''), email('Please enter a valid email address')])
  .transform((value) => value.toLowerCase());

/** A lead that an admin enters, such as after a call. No email is sent. */
export const enteredQuoteSchema = z
  .object({
    name: leadName,
    email: leadEmail.default(''),
    phone: code({ max: phoneMax }).default(''),
    company: text({ max: companyMax }).default(''),
    projectDetails: text({ min: 1, minMessage: 'Please enter the project details', max: textMax }),
    serviceId: z.int().min(1).max(int4Max).nullish(),
    source: z.enum(enteredSources, `A source is one of: ${enteredSources.join(', ')}`),
    /** Idempotency key, also read from the Idempotency-Key header: a repeated request returns the first lead. */
    key: submissionKeySchema.optional(),
  })
  .refine(({ email: address, phone }) => address !== '' || phone !== '', {
    message: 'Please enter an email or a phone number',
    path: ['email'],
  });
export type EnteredQuote = z.output<typeof enteredQuoteSchema>;

/** Corrections of a lead by an admin; omitted fields do not change. */
export const quoteChangeSchema = idSchema.extend({
  name: leadName.optional(),
  email: leadEmail.optional(),
  phone: code({ max: phoneMax }).optional(),
  company: text({ max: companyMax }).optional(),
});
export type QuoteChange = z.output<typeof quoteChangeSchema>;

/** Known data of a lead that an admin is entering, for finding similar quotes. */
export const similarQuotesSchema = z.object({
  email: text({ max: emailMax }).default(''),
  phone: code({ max: phoneMax }).default(''),
  company: text({ max: companyMax }).default(''),
});
export type SimilarTo = z.output<typeof similarQuotesSchema>;

/** A request that an admin creates for a client, such as after a call. */
export const enteredRequestSchema = z.object({
  clientId: text({ min: 1, minMessage: 'Please choose a client', max: 100 }),
  title: text({ min: 1, minMessage: 'Please write a title', max: optionMax }),
  description: text({ max: textMax }).default(''),
  serviceId: z.int().min(1).max(int4Max).nullish(),
  /** True if the client gets an email. */
  notify: z.boolean('Please enter true or false').default(false),
});
export type EnteredRequest = z.output<typeof enteredRequestSchema>;
