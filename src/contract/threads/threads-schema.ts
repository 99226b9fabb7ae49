import { z } from 'zod';

import { int4Max, optionMax } from '~/contract/common/limits';
import type { SchemaOf } from '~/contract/common/schema';
import { submissionKeySchema } from '~/contract/common/submission-key-schema';
import { isStorable, text } from '~/contract/common/text-schema';
import { recordKinds } from '~/contract/conversations/records';
import { deliverableStatuses } from '~/contract/files/deliverables';
import { filesOfMessageMax } from '~/contract/files/files';
import { threadFileSchema } from '~/contract/files/files-schema';
import { mailOrigins } from '~/contract/mail/incoming-mail';
import { requestStatuses } from '~/contract/requests/requests';
import { messageMax, messagesPageMax, messagesPageSize } from './threads';

const id = z.coerce.number('An id is needed').int('An id is a whole number').min(1).max(int4Max);

const messageText = text({ min: 0, max: messageMax });

/** Ids of the author's own uploads. A message has a maximum number of files. */
export const fileIdsSchema = z
  .array(z.int('An id is a whole number').min(1).max(int4Max), 'A list of files is needed')
  .max(filesOfMessageMax, `A message holds ${filesOfMessageMax} files at most`)
  .transform((ids) => [...new Set(ids)]);

const hasContent = ({ text: words, fileIds: ids }: { text: string; fileIds: number[] }) =>
  words !== '' || ids.length > 0;
const empty = { message: 'Please write a message', path: ['text'] };

const newMessageShape = {
  /** Id of the service request. */
  id,
  /** Plain text. May be empty if the message has files. */
  text: messageText.default(''),
  /** Files that the author uploaded and that belong to no message yet. */
  fileIds: fileIdsSchema.default([]),
  /** Idempotency key, also read from the Idempotency-Key header: a repeated request returns the first message. */
  key: submissionKeySchema.optional(),
};

export const newMessageSchema = z.object(newMessageShape).refine(hasContent, empty);
export type NewMessage = z.output<typeof newMessageSchema>;

export const newAdminMessageSchema = z
  .object({
    ...newMessageShape,
    /** Visible to admins only. */
    internal: z.boolean('Internal is true or false').default(false),
    /** Ids of files that the client should decide on. */
    deliverableIds: fileIdsSchema.default([]),
    /** True if the agency now waits for the client's reply; unchanged if omitted. */
    waiting: z.boolean().optional(),
    /** True to pin the text above the client's brief, in place of the previously pinned one. */
    pinned: z.boolean().optional(),
  })
  .refine(hasContent, empty)
  .refine(({ deliverableIds, fileIds: ids }) => deliverableIds.every((one) => ids.includes(one)), {
    message: 'A deliverable is one of the files of the message',
    path: ['deliverableIds'],
  })
  .refine(({ internal, deliverableIds }) => !internal || deliverableIds.length === 0, {
    message: 'An internal message has no deliverables, since the client does not see it',
    path: ['deliverableIds'],
  })
  .refine(({ internal, pinned }) => !internal || !pinned, {
    message: 'An internal message is not pinned, since the client does not see it',
    path: ['pinned'],
  });
export type NewAdminMessage = z.output<typeof newAdminMessageSchema>;

export const messageChangeSchema = z.object({
  /** Id of the message. */
  id,
  text: text({ min: 1, minMessage: 'Please write a message', max: messageMax }),
});

/** A page of a thread's messages: the last ones, or those before a given message. */
export const threadQuerySchema = z.object({
  id,
  /** Id of a message: returns messages before it. */
  before: id.optional(),
  limit: z.coerce.number().int().min(1).max(messagesPageMax).default(messagesPageSize),
});
export type ThreadQuery = z.output<typeof threadQuerySchema>;

export const messageSchema = z.object({
  id: z.int(),
  requestId: z.int().nullable().describe('Null for a message about a lead or a proposal'),
  about: z.enum(recordKinds).describe('Kind of record that it is about'),
  text: z.string().describe('Plain text, as typed'),
  cutText: z.string().describe('Quoted text and signature of its email, which the text leaves out'),
  byAgency: z.boolean(),
  /** Name of the author. */
  author: z.string(),
  isOwn: z.boolean(),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
  /** Time until which the caller can change or delete the message; null for messages of others. */
  editableUntil: z.iso.datetime().nullable(),
  files: z.array(threadFileSchema),
});
export type Message = z.output<typeof messageSchema>;

export const adminMessageSchema = messageSchema.extend({
  internal: z.boolean(),
  origin: z
    .enum(mailOrigins)
    .nullable()
    .describe('How it arrived by email; null for messages written on the site'),
  possiblyAutomatic: z
    .boolean()
    .describe('Whether headers of its email suggest that it was sent automatically'),
  mailId: z.int().nullable().describe('Email that it came from'),
});
export type AdminMessage = z.output<typeof adminMessageSchema>;

const pageOf = <Row extends SchemaOf>(row: Row) =>
  z.object({
    /** Oldest first. */
    rows: z.array(row),
    /** Value of `before` for the page of older messages; null if there are none. */
    before: z.int().nullable(),
  });
export const messagePageSchema = pageOf(messageSchema);
export const adminMessagePageSchema = pageOf(adminMessageSchema);

export const draftSchema = z.object({
  text: z
    .string()
    .max(messageMax)
    .refine(isStorable, 'This text holds characters that cannot be stored'),
  fileIds: fileIdsSchema,
});
export type MessageDraft = z.output<typeof draftSchema>;
/** Saves a draft. An empty text deletes the draft. */
export const draftChangeSchema = draftSchema.extend({ id });

const deliverableSchema = threadFileSchema.extend({ messageId: z.int() });

/** A file in the list of all files of a request. */
const listedFileSchema = deliverableSchema.extend({
  byAgency: z.boolean(),
  sentAt: z.iso.datetime(),
});
export type ListedFile = z.output<typeof listedFileSchema>;

export const fileSearchSchema = z.object({
  search: text({ max: optionMax }).optional(),
  status: z.enum(deliverableStatuses).optional(),
  page: z.int().min(1).max(int4Max).optional(),
});

/** A file in the list of all files of a client. */
const ownFileSchema = listedFileSchema.extend({ requestId: z.int(), requestTitle: z.string() });
export type OwnFile = z.output<typeof ownFileSchema>;

export const filePageSchema = z.object({
  rows: z.array(ownFileSchema),
  total: z.int(),
  page: z.int(),
});
export type FilePage = z.output<typeof filePageSchema>;

const proposalBesideSchema = z.object({
  id: z.int(),
  number: z.string(),
  title: z.string(),
  status: z.string(),
});
const invoiceBesideSchema = z.object({
  id: z.int(),
  /** Number of the invoice; null for a draft. */
  number: z.string().nullable(),
  status: z.string(),
  total: z.string(),
  currency: z.string(),
  dueDate: z.iso.date().nullable(),
});

/** A thread with its context. */
export const requestThreadSchema = z.object({
  requestId: z.int(),
  status: z.enum(requestStatuses),
  targetDate: z.iso.date().nullable(),
  /** Time since which the agency has been waiting for the client; null if it is not waiting. */
  waitingSince: z.iso.datetime().nullable(),
  /** Number of unread messages, up to 100. */
  unread: z.int(),
  lastReadId: z.int().nullable(),
  /** Newest first. */
  deliverables: z.array(deliverableSchema),
  /** All files of the thread, newest first. */
  files: z.array(listedFileSchema),
  proposals: z.array(proposalBesideSchema),
  invoices: z.array(invoiceBesideSchema),
  draft: draftSchema,
});
export type RequestThread = z.output<typeof requestThreadSchema>;

/** A file in the list for admins, which also contains files of internal messages. */
const adminListedFileSchema = listedFileSchema.extend({ internal: z.boolean() });
export type AdminListedFile = z.output<typeof adminListedFileSchema>;

export const adminRequestThreadSchema = requestThreadSchema.extend({
  files: z.array(adminListedFileSchema),
  /** True if the invoice is a draft that is due on completion of the request, and the request is completed. */
  invoices: z.array(invoiceBesideSchema.extend({ isReady: z.boolean() })),
  clientId: z.string(),
  clientName: z.string(),
  assignee: z.object({ id: z.string(), name: z.string() }).nullable(),
  /**
   * Arrival time of the client's oldest unanswered message. `dueAt` is the time by which the agency
   * must reply.
   */
  unansweredSince: z.iso.datetime().nullable(),
  dueAt: z.iso.datetime().nullable(),
  isOverdue: z.boolean(),
  /** Total bytes of the client's files, and the quota. */
  storage: z.object({ used: z.number(), quota: z.number() }),
});
export type AdminRequestThread = z.output<typeof adminRequestThreadSchema>;

export const requestRefSchema = z.object({ id });
export const readMarkSchema = z.object({ id, messageId: id });
export const waitingChangeSchema = z.object({ id, waiting: z.boolean() });
export const deliverableChangeSchema = z.object({
  /** Id of the file. */
  id,
  deliverable: z.boolean(),
});

/** Requests with unread messages, and requests that wait for a reply or decision of the client. */
export const unreadSchema = z.object({
  requests: z.array(
    z.object({
      requestId: z.int(),
      unread: z.int(),
      title: z.string(),
      /** True if the agency waits for the client's reply. */
      isWaiting: z.boolean(),
      /** Files that wait for the client's decision. */
      undecided: z.int(),
    }),
  ),
  /** Total of unread messages. */
  total: z.int(),
});
export type Unread = z.output<typeof unreadSchema>;

/** Requests whose clients wait for a reply, most urgent first. */
export const unansweredSchema = z.array(
  z.object({
    requestId: z.int(),
    title: z.string(),
    clientName: z.string(),
    assigneeId: z.string().nullable(),
    since: z.iso.datetime(),
    dueAt: z.iso.datetime(),
    isOverdue: z.boolean(),
  }),
);
export type Unanswered = z.output<typeof unansweredSchema>;

/** Admins whom a request can be assigned to. */
export const assigneesSchema = z.array(z.object({ id: z.string(), name: z.string() }));
