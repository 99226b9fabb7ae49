import { z } from 'zod';

import { shownLinkedMessageSchema } from '~/contract/conversations/conversations-schema';
import { quoteStatuses } from './quote-statuses';

/** Data for the holder of a quote's private link. */
export const linkedQuoteSchema = z.object({
  /** Status of the quote. */
  status: z.enum(quoteStatuses),
  /** Status as text. */
  statusText: z.string(),
  /** Next step. */
  next: z.string(),
  serviceName: z.string(),
  sentAt: z.iso.datetime(),
  /** When a reply is due; null after the first reply. */
  dueAt: z.iso.datetime().nullable(),
  isOverdue: z.boolean(),
  answeredAt: z.iso.datetime().nullable(),
  /** Newest proposal that was sent for the quote. */
  proposal: z
    .object({
      number: z.string(),
      title: z.string(),
      status: z.string(),
      total: z.string(),
      currency: z.string(),
      validUntil: z.iso.date(),
      /** Private link of the proposal; null once the proposal is decided or expired. */
      url: z.string().nullable(),
    })
    .nullable(),
  /** True if an account has claimed the quote. */
  isClaimed: z.boolean(),
  /** Messages of the conversation, oldest first. */
  messages: z.array(shownLinkedMessageSchema),
});
export type LinkedQuote = z.output<typeof linkedQuoteSchema>;

/** Response to a submitted quote. */
export const submittedQuoteSchema = z.object({
  id: z.int(),
  /** URL at which the program that submitted the quote can read its progress. */
  statusUrl: z.url(),
  answerDueAt: z.iso.datetime(),
});
export type SubmittedQuote = z.output<typeof submittedQuoteSchema>;

/** Progress of a quote at its status URL. */
export const quoteProgressSchema = z.object({
  status: z.enum(quoteStatuses),
  sentAt: z.iso.datetime(),
  answerDueAt: z.iso.datetime(),
  /** Time of the first reply; null if there is none yet. */
  answeredAt: z.iso.datetime().nullable(),
});
export type QuoteProgress = z.output<typeof quoteProgressSchema>;
