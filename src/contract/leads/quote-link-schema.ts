import { z } from 'zod';

import { shownLinkedMessageSchema } from '~/contract/conversations/conversations-schema';
import { quoteStatuses } from './quote-statuses';

/** What the holder of a quote's private link reads. */
export const linkedQuoteSchema = z.object({
  /** Of the quote. */
  status: z.enum(quoteStatuses),
  /** The status in words. */
  statusText: z.string(),
  /** What happens next, in words. */
  next: z.string(),
  serviceName: z.string(),
  sentAt: z.iso.datetime(),
  /** When an answer is due; null once there was one. */
  dueAt: z.iso.datetime().nullable(),
  isOverdue: z.boolean(),
  answeredAt: z.iso.datetime().nullable(),
  /** The newest proposal that was sent for it. */
  proposal: z
    .object({
      number: z.string(),
      title: z.string(),
      status: z.string(),
      total: z.string(),
      currency: z.string(),
      validUntil: z.iso.date(),
      /** Its own private link; null once it is decided or expired. */
      url: z.string().nullable(),
    })
    .nullable(),
  /** Whether an account has taken the quote over. */
  isClaimed: z.boolean(),
  /** The conversation, from its first message on. */
  messages: z.array(shownLinkedMessageSchema),
});
export type LinkedQuote = z.output<typeof linkedQuoteSchema>;

/** The answer to a submitted quote. */
export const submittedQuoteSchema = z.object({
  id: z.int(),
  /** The address of its progress, for the program that submitted it. */
  statusUrl: z.url(),
  answerDueAt: z.iso.datetime(),
});
export type SubmittedQuote = z.output<typeof submittedQuoteSchema>;

/** The progress of a quote at its status URL. */
export const quoteProgressSchema = z.object({
  status: z.enum(quoteStatuses),
  sentAt: z.iso.datetime(),
  answerDueAt: z.iso.datetime(),
  /** The time of the first answer; null until then. */
  answeredAt: z.iso.datetime().nullable(),
});
export type QuoteProgress = z.output<typeof quoteProgressSchema>;
