import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import type { MailOrigin } from '~/contract/mail/incoming-mail';
import { contactMessages } from './contact';
import { users } from './identity';
import { incomingMails } from './incoming-mail';
import { mails } from './mail';
import { proposals } from './proposals';
import { quotes } from './quotes';
import { serviceRequests } from './requests';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Of what a thread is: one of the four. A request's is read in the client area, the others by mail and at a private link. */
const subject = {
  requestId: integer('request_id').references(() => serviceRequests.id, { onDelete: 'cascade' }),
  quoteId: integer('quote_id').references(() => quotes.id, { onDelete: 'cascade' }),
  contactMessageId: integer('contact_message_id').references(() => contactMessages.id, {
    onDelete: 'cascade',
  }),
  proposalId: integer('proposal_id').references(() => proposals.id, { onDelete: 'cascade' }),
};
const hasOneSubject = sql`num_nonnulls(request_id, quote_id, contact_message_id, proposal_id) = 1`;

/** Messages of the threads of requests, leads and proposals. */
export const messages = pgTable(
  'request_messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    ...subject,
    /** With which it left for the sender of a lead, or the client of a proposal; null once the mail is deleted. */
    mailId: integer('mail_id').references(() => mails.id, { onDelete: 'set null' }),
    authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
    /** Kept here, since the account of an admin may be deleted. */
    authorName: text('author_name').notNull(),
    byAgency: boolean('by_agency').notNull(),
    /** Read by admins alone: nothing that reaches the client may select it. */
    internal: boolean().notNull().default(false),
    /** Plain text. */
    text: text().notNull(),
    /** Quotation and signature of its mail, which `text` leaves out. */
    cutText: text('cut_text').notNull().default(''),
    /** Whether headers of its mail make it possible that a machine wrote it. */
    possiblyAutomatic: boolean('possibly_automatic').notNull().default(false),
    /** How it came by mail; null for what was written here. What an admin has not accepted is internal, and so reaches no client. */
    origin: text().$type<MailOrigin>(),
    /** The mail that it came with. */
    incomingMailId: integer('incoming_mail_id').references(() => incomingMails.id, {
      onDelete: 'set null',
    }),
    submissionKey: text('submission_key').unique(),
    /** SHA-256 of what was sent under the key: another content under it is no repeat. */
    submissionDigest: text('submission_digest'),
    editedAt: at('edited_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('request_messages_thread_idx').on(table.requestId, table.id.desc()),
    // A client's pages and counts, however many internal messages there are.
    index('request_messages_client_idx')
      .on(table.requestId, table.id.desc())
      .where(sql`not internal`),
    index('request_messages_author_idx').on(table.authorId),
    index('request_messages_mail_idx').on(table.mailId).where(sql`mail_id is not null`),
    index('request_messages_quote_idx')
      .on(table.quoteId, table.id.desc())
      .where(sql`quote_id is not null`),
    index('request_messages_contact_idx')
      .on(table.contactMessageId, table.id.desc())
      .where(sql`contact_message_id is not null`),
    index('request_messages_proposal_idx')
      .on(table.proposalId, table.id.desc())
      .where(sql`proposal_id is not null`),
    index('request_messages_incoming_idx')
      .on(table.incomingMailId)
      .where(sql`incoming_mail_id is not null`),
    check('request_messages_subject', hasOneSubject),
  ],
);

/** Up to which message a person has read a thread. */
export const requestReads = pgTable(
  'request_reads',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ...subject,
    messageId: integer('message_id').notNull(),
    readAt: at('read_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('request_reads_user_request_idx').on(table.userId, table.requestId),
    uniqueIndex('request_reads_user_quote_idx').on(table.userId, table.quoteId),
    uniqueIndex('request_reads_user_contact_idx').on(table.userId, table.contactMessageId),
    uniqueIndex('request_reads_user_proposal_idx').on(table.userId, table.proposalId),
    check('request_reads_subject', hasOneSubject),
    index('request_reads_request_idx').on(table.requestId),
  ],
);

/** What a person has typed and not sent yet. */
export const messageDrafts = pgTable(
  'message_drafts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    ...subject,
    text: text().notNull(),
    fileIds: jsonb('file_ids').$type<number[]>().notNull().default([]),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('message_drafts_user_request_idx').on(table.userId, table.requestId),
    uniqueIndex('message_drafts_user_quote_idx').on(table.userId, table.quoteId),
    uniqueIndex('message_drafts_user_contact_idx').on(table.userId, table.contactMessageId),
    uniqueIndex('message_drafts_user_proposal_idx').on(table.userId, table.proposalId),
    check('message_drafts_subject', hasOneSubject),
    index('message_drafts_request_idx').on(table.requestId),
  ],
);

/**
 * What streams tell, in the order in which it was committed: triggers write it, and a lock for each client makes ids ascend with the
 * commits, so that a stream that continues after an id misses nothing. Deleted after some days.
 */
export const threadEvents = pgTable(
  'thread_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedByDefaultAsIdentity(),
    clientId: text('client_id').notNull(),
    companyId: integer('company_id'),
    requestId: integer('request_id').notNull(),
    kind: text().notNull(),
    subjectId: integer('subject_id'),
    /** For admins alone. */
    internal: boolean().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('thread_events_client_idx').on(table.clientId, table.id),
    index('thread_events_company_idx')
      .on(table.companyId, table.id)
      .where(sql`company_id is not null`),
    index('thread_events_request_idx').on(table.requestId, table.id),
    index('thread_events_created_idx').on(table.createdAt),
  ],
);

/**
 * Threads that are open on a screen. A row counts while its instance lives, which holds an advisory lock of that number: a crash
 * needs no clean-up, and open screens need no heartbeat.
 */
export const openThreads = pgTable(
  'open_threads',
  {
    instance: integer().notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    requestId: integer('request_id')
      .notNull()
      .references(() => serviceRequests.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.instance, table.userId, table.requestId] }),
    index('open_threads_request_idx').on(table.requestId),
    index('open_threads_user_idx').on(table.userId),
  ],
);

/** Answers that admins begin messages with. */
export const replyTemplates = pgTable(
  'reply_templates',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    /** With placeholders such as `{{firstName}}`. */
    text: text().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('reply_templates_name_idx').on(sql`lower(${table.name})`)],
);
