import { z } from 'zod';

import { int4Max, listMax } from '~/contract/common/limits';
import { idSchema } from '~/contract/common/paging-schema';

const id = z.coerce.number('An id is needed').int('An id is a whole number').min(1).max(int4Max);

/** Filters of emails that belong to no record. */
export const unmatchedTabs = ['unmatched', 'spam', 'automatic', 'discarded'] as const;
export type UnmatchedTab = (typeof unmatchedTabs)[number];

export const unmatchedQuerySchema = z.object({
  /** Defaults to all emails that wait for a decision, including spam. */
  status: z.enum(unmatchedTabs, 'Unknown status').optional(),
  page: z.coerce.number().int().min(1).max(int4Max).optional(),
  pageSize: z.coerce.number().int().min(1).max(listMax).optional(),
});
export type UnmatchedQuery = z.output<typeof unmatchedQuerySchema>;

const recordIds = {
  quoteId: id.optional(),
  contactMessageId: id.optional(),
  requestId: id.optional(),
};
export const attachMailSchema = idSchema
  .extend(recordIds)
  .refine(
    ({ quoteId, contactMessageId, requestId }) =>
      [quoteId, contactMessageId, requestId].filter((one) => one !== undefined).length === 1,
    { message: 'Please choose one quote, contact message or request', path: ['quoteId'] },
  );
export type AttachMail = z.output<typeof attachMailSchema>;

/** Schemas of responses. */

export const unmatchedMailSchema = z.object({
  id: z.int(),
  from: z.string().describe('Name and address of the sender'),
  subject: z.string(),
  text: z.string().describe('Without quoted text and signature'),
  reason: z.string().describe('Why it belongs to no record'),
  spam: z.boolean().describe('Whether the receiving mail server marked it'),
  possiblyAutomatic: z.boolean().describe('Whether headers suggest that it was sent automatically'),
  confirmed: z.boolean().describe('Whether the receiving mail server confirms the sender'),
  files: z.array(z.string()).describe('Names of its attachments'),
  createdAt: z.iso.datetime(),
});
export type UnmatchedMail = z.output<typeof unmatchedMailSchema>;

/** Complete text of an email. */
export const wholeMailSchema = z.object({
  id: z.int(),
  from: z.string(),
  subject: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
});
export type WholeMail = z.output<typeof wholeMailSchema>;
