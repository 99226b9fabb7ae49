import { sql } from 'drizzle-orm';
import {
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

/** Subject of a thread: one of the four. A request's thread is in the client area, the others use email and a private link. */
const subject = {
  requestId: integer('request_id').references(() => serviceRequests.id, { onDelete: 'cascade' }),
  quoteId: integer('quote_id').references(() => quotes.id, { onDelete: 'cascade' }),
  contactMessageId: integer('contact_message_id').references(() => contactMessages.id, {
    onDelete: 'cascade',
  }),
  proposalId: integer('proposal_id').references(() => proposals.id, { onDelete: 'cascade' }),
};
const hasOneSubject = sql`num_nonnulls(request_id, quote_id, contact_message_id, proposal_id) = 1`;

/** Messages in the threads of requests, leads and proposals. */
export const messages = pgTable(
  'request_messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    ...subject,
    /** Email that sent it to the lead or the proposal's client; null once the email is deleted. */
    mailId: integer('mail_id').references(() => mails.id, { onDelete: 'set null' }),
    authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
    /** Copied here, since an admin's account may be deleted. */
    authorName: text('author_name').notNull(),
    byAgency: boolean('by_agency').notNull(),
    /** Visible to admins only: no query for clients may select it. */
    internal: boolean().notNull().default(false),
    /** Plain text. */
    text: text().notNull(),
    /** Quoted text and signature of its email, which `text` leaves out. */
    cutText: text('cut_text').notNull().default(''),
    /** True if headers of its email suggest that it was sent automatically. */
    possiblyAutomatic: boolean('possibly_automatic').notNull().default(false),
    /**
     * How it arrived by email; null for messages written on the site. An email that no admin has accepted is internal, so that
     * clients don't see it.
     */
    origin: text().$type<MailOrigin>(),
    /** Incoming email that contained it. */
    incomingMailId: integer('incoming_mail_id').references(() => incomingMails.id, {
      onDelete: 'set null',
    }),
    submissionKey: text('submission_key').unique(),
    /** SHA-256 of the request with that key: the same key with other content is an error. */
    submissionDigest: text('submission_digest'),
    editedAt: at('edited_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('request_messages_thread_idx').on(table.requestId, table.id.desc()),
    // For a client's pages and counts, however many internal messages there are.
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

/** Last message of a thread that a person has read. */
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

/** Unsent message drafts. */
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
 * Threads that are open on a screen. A row counts while its instance lives, which holds an advisory lock with that number, so
 * that a crash needs no clean-up and open screens need no heartbeat.
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

/** Reply templates for admins. */
export const replyTemplates = pgTable(
  'reply_templates',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    /** Text with placeholders such as `{{firstName}}`. */
    text: text().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('reply_templates_name_idx').on(sql`lower(${table.name})`)],
);
