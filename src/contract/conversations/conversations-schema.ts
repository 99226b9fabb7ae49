import { z } from 'zod';

import { int4Max } from '~/contract/common/limits';
import { idSchema, userIdField, versionShape } from '~/contract/common/paging-schema';
import { submissionKeySchema } from '~/contract/common/submission-key-schema';
import { text } from '~/contract/common/text-schema';
import { tokenField } from '~/contract/documents/documents-schema';
import { threadFileSchema, uploadedFileSchema } from '~/contract/files/files-schema';
import { messageMax } from '~/contract/threads/threads';
import {
  adminMessageSchema,
  draftSchema,
  fileIdsSchema,
  threadQuerySchema,
} from '~/contract/threads/threads-schema';
import { conversationKinds, deliveries, unknownPlaceholders } from './conversations';
import { ownedKinds, recordKinds } from './records';

const id = z.coerce.number('An id is needed').int('An id is a whole number').min(1).max(int4Max);
const kind = z.enum(conversationKinds);
const writtenText = text({ min: 1, minMessage: 'Please write a message', max: messageMax });

/** Lead or proposal of the conversation. */
export const conversationRefSchema = z.object({ kind, id });
export type ConversationRef = z.output<typeof conversationRefSchema>;

export const conversationQuerySchema = threadQuerySchema.extend({ kind });

const newShape = {
  text: writtenText,
  /** True for an internal message: only admins see it, and it is not emailed. */
  internal: z.boolean('Internal is true or false').default(false),
  /** Files that the author uploaded and that belong to no message yet. */
  fileIds: fileIdsSchema.default([]),
  /** Idempotency key, also read from the Idempotency-Key header: a repeated request returns the first message. */
  key: submissionKeySchema.optional(),
};
export const newConversationMessageSchema = z.object({
  kind,
  id,
  ...newShape,
  /**
   * Record of the recipient to reply to, one of the conversation's `recipients`. Defaults to the
   * first.
   */
  to: z.object({ kind, id }).optional(),
});
/** New message over REST, where the path names the kind of record. */
export const newLeadMessageSchema = z.object({ id, ...newShape });

/**
 * Reference to a record with a conversation. To change a message, `id` is the id of the message and
 * `kind` is the kind of its record.
 */
export const recordRefSchema = z.object({
  kind: z.enum(recordKinds),
  id: z.int().min(1).max(int4Max),
});
export const threadMessageChangeSchema = recordRefSchema.extend({ text: writtenText });
export const threadReadSchema = recordRefSchema.extend({ messageId: id });
export const threadDraftSchema = recordRefSchema.extend(draftSchema.shape);

export const ownerChangeSchema = recordRefSchema.extend({
  kind: z.enum(ownedKinds),
  /** Id of the admin to assign; null for none. */
  ownerId: userIdField.nullable(),
});
export type OwnerChange = z.output<typeof ownerChangeSchema>;

/** Form of a reply at a private link. */
export const linkedAnswerSchema = z.object({ text: writtenText });
/** Message written at a private link. */
export const linkedMessageSchema = tokenField.extend({
  text: writtenText,
  key: submissionKeySchema.optional(),
});
/** A client's message about one of their proposals. */
export const ownMessageSchema = z.object({
  id,
  text: writtenText,
  key: submissionKeySchema.optional(),
});

const templateName = text({ min: 1, minMessage: 'Please enter a template name', max: 100 });
const templateText = text({ min: 1, minMessage: 'Please write the text', max: messageMax }).refine(
  (value) => unknownPlaceholders(value).length === 0,
  {
    error: ({ input }) =>
      `Unknown placeholder {{${unknownPlaceholders(String(input))[0]}}}. Use {{firstName}}, {{name}}, {{service}}, {{link}} or {{agency}}.`,
  },
);
export const replyTemplateFieldsSchema = z.object({ name: templateName, text: templateText });
export type ReplyTemplateFields = z.output<typeof replyTemplateFieldsSchema>;
export const replyTemplateUpdateSchema = idSchema.extend({
  ...replyTemplateFieldsSchema.partial().shape,
  ...versionShape,
});
export type ReplyTemplateUpdate = z.output<typeof replyTemplateUpdateSchema>;

/** Schemas of responses. */

/** A message of a lead's conversation, for the panel. */
export const conversationMessageSchema = adminMessageSchema.extend({
  delivery: z.enum(deliveries).nullable().describe('Null for a message that is not emailed'),
  deliveryReason: z
    .string()
    .describe('Why its email was not delivered, in the words of the mail server'),
  /** Email of the client, if it differs from the email of the open record. */
  address: z.string().nullable(),
});
export type ConversationMessage = z.output<typeof conversationMessageSchema>;
export const conversationPageSchema = z.object({
  rows: z.array(conversationMessageSchema),
  before: z.int().nullable(),
});

const recipientSchema = z.object({ kind, id: z.int(), name: z.string(), email: z.string() });
export type Recipient = z.output<typeof recipientSchema>;

/** A conversation with its context. */
export const conversationSchema = z.object({
  /** Possible recipients of a reply, the most likely first; empty if no address is known. */
  recipients: z.array(recipientSchema),
  lastReadId: z.int().nullable(),
  draft: draftSchema,
  /** Values of template placeholders. */
  values: z.object({
    firstName: z.string(),
    name: z.string(),
    service: z.string(),
    link: z.string(),
    agency: z.string(),
  }),
});
export type Conversation = z.output<typeof conversationSchema>;

/** A message of a lead's conversation, over REST. */
export const leadMessageSchema = z.object({
  id: z.int(),
  from: z.enum(['agency', 'client', 'unverified', 'system']),
  sender: z.string().describe('Name of the author'),
  text: z.string().describe('Plain text, as typed'),
  cutText: z.string().describe('Quoted text and signature of its email, which the text leaves out'),
  internal: z.boolean(),
  delivery: z.enum(deliveries).nullable(),
  files: z.array(threadFileSchema),
  createdAt: z.iso.datetime(),
});
export type LeadMessage = z.output<typeof leadMessageSchema>;

/** Conversation as shown at a private link. */
export const shownLinkedMessageSchema = z.object({
  id: z.int(),
  byAgency: z.boolean(),
  author: z.string(),
  text: z.string().describe('Plain text, as typed'),
  cutText: z.string().describe('Quoted text and signature of its email, which the text leaves out'),
  files: z
    .array(uploadedFileSchema)
    .describe('Their content is at `files/{id}` below the path of the link'),
  createdAt: z.iso.datetime(),
});
export type LinkedMessage = z.output<typeof shownLinkedMessageSchema>;

export const replyTemplateSchema = z.object({
  id: z.int(),
  name: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type ReplyTemplate = z.output<typeof replyTemplateSchema>;
