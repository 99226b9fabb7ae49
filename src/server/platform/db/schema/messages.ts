import { sql } from 'drizzle-orm';
import {
  boolean,
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
import { conversations } from './conversations';
import { users } from './identity';
import { incomingMails } from './incoming-mail';
import { mails } from './mail';
import { serviceRequests } from './requests';

const at = (name: string) => timestamp(name, { withTimezone: true });

const conversationId = () =>
  integer('conversation_id')
    .notNull()
    .references(() => conversations.id, { onDelete: 'cascade' });

/** Messages of the conversations about requests, leads and proposals. */
export const messages = pgTable(
  'messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    conversationId: conversationId(),
    /** Email that sent the message to the client of the lead or proposal; null once the email is deleted. */
    mailId: integer('mail_id').references(() => mails.id, { onDelete: 'set null' }),
    authorId: text('author_id').references(() => users.id, { onDelete: 'set null' }),
    /** Name of the author, which is copied because an admin's account may be deleted. */
    authorName: text('author_name').notNull(),
    byAgency: boolean('by_agency').notNull(),
    /** True if only admins may see the message. Queries for clients must not select it. */
    internal: boolean().notNull().default(false),
    /** Text without formatting. */
    text: text().notNull(),
    /** Quoted text and signature of the email, which `text` does not contain. */
    cutText: text('cut_text').notNull().default(''),
    /** True if headers of the email indicate that it was sent automatically. */
    possiblyAutomatic: boolean('possibly_automatic').notNull().default(false),
    /**
     * How the message arrived by email; null for messages written on the site. Until an admin accepts an unverified
     * email, it is internal, so that clients do not see it.
     */
    origin: text().$type<MailOrigin>(),
    /** Incoming email that contained the message. */
    incomingMailId: integer('incoming_mail_id').references(() => incomingMails.id, {
      onDelete: 'set null',
    }),
    submissionKey: text('submission_key').unique(),
    /** SHA-256 of the request with the submission key. Another request with the same key is an error. */
    submissionDigest: text('submission_digest'),
    editedAt: at('edited_at'),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('messages_thread_idx').on(table.conversationId, table.id.desc()),
    // Serves a client's pages and counts. Their cost does not depend on the number of internal messages.
    index('messages_client_idx').on(table.conversationId, table.id.desc()).where(sql`not internal`),
    index('messages_author_idx').on(table.authorId),
    index('messages_mail_idx').on(table.mailId).where(sql`mail_id is not null`),
    index('messages_incoming_idx')
      .on(table.incomingMailId)
      .where(sql`incoming_mail_id is not null`),
  ],
);

/** Last message that a person has read in each thread. */
export const messageReads = pgTable(
  'message_reads',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    conversationId: conversationId(),
    messageId: integer('message_id').notNull(),
    readAt: at('read_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('message_reads_user_idx').on(table.userId, table.conversationId),
    index('message_reads_conversation_idx').on(table.conversationId),
  ],
);

/** Drafts of messages that have not been sent yet. */
export const messageDrafts = pgTable(
  'message_drafts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    conversationId: conversationId(),
    text: text().notNull(),
    fileIds: jsonb('file_ids').$type<number[]>().notNull().default([]),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('message_drafts_user_idx').on(table.userId, table.conversationId),
    index('message_drafts_conversation_idx').on(table.conversationId),
  ],
);

/**
 * Threads that are open on a screen. Each running instance holds an advisory lock with its number, and its rows are
 * valid while it runs. A crash therefore needs no cleanup, and open screens send no heartbeat.
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
