import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import type { IncomingState } from '~/contract/mail/incoming-mail';
import { conversations } from './conversations';

const at = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Reply addresses, one for each record and recipient. The token of an address is derived from its nonce, so that a copy
 * of the table reveals no token. Addresses are deleted with their record.
 */
export const replyAddresses = pgTable(
  'reply_addresses',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    conversationId: integer('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'cascade' }),
    /** Recipient to whom the address was sent, in lower case. */
    email: text().notNull(),
    nonce: text().notNull().unique(),
    /** SHA-256 of the token in hex. */
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('reply_addresses_conversation_idx').on(table.conversationId, table.email),
    index('reply_addresses_email_idx').on(table.email),
  ],
);

/**
 * Incoming emails, which are stored before they are processed. Their raw content is in `file_chunks`, without the
 * tokens of reply addresses. A trigger deletes the content with the row.
 */
export const incomingMails = pgTable(
  'incoming_mails',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** SHA-256 of the email as received. */
    hash: text().notNull().unique(),
    /**
     * Digest that identifies an email even if it arrives through both the mailbox and the HTTP endpoint. Made from its
     * Message-ID and sender, and from its text.
     */
    identity: text().notNull().unique(),
    /** Message-ID without angle brackets; empty if there is none. */
    messageId: text('message_id').notNull().default(''),
    /** Key of the content in `file_chunks`; empty once the content is deleted. */
    key: text().notNull().default(''),
    size: integer().notNull(),
    /** False for an email that was too large to fetch. Only its headers are stored. */
    isWhole: boolean('is_whole').notNull().default(true),
    /** Hashes of the tokens in the email's recipient addresses. */
    tokenHashes: text('token_hashes').array().notNull().default([]),
    state: text().$type<IncomingState>().notNull().default('stored'),
    /** Reason why the email is unassigned. */
    reason: text().notNull().default(''),
    isSpam: boolean('is_spam').notNull().default(false),
    /** The receiving server's verdict about the sender; 'none' if the server reports nothing. */
    authentication: text().$type<'pass' | 'fail' | 'none'>().notNull().default('none'),
    fromName: text('from_name').notNull().default(''),
    fromAddress: text('from_address').notNull().default(''),
    subject: text().notNull().default(''),
    /** True if headers indicate that the email was sent automatically. */
    possiblyAutomatic: boolean('possibly_automatic').notNull().default(false),
    /** Text of the sender, without quoted text and signature. */
    text: text().notNull().default(''),
    /** Complete text of the email. */
    fullText: text('full_text').notNull().default(''),
    /** Names of the attachments. */
    fileNames: text('file_names').array().notNull().default([]),
    /** Record to which the email belongs, such as 'quote:12'; empty if there is none. */
    about: text().notNull().default(''),
    attempts: integer().notNull().default(0),
    claimedUntil: at('claimed_until'),
    createdAt: at('created_at').notNull().defaultNow(),
    /** When the email was processed; for an unassigned email, when an admin decided about it. */
    handledAt: at('handled_at'),
  },
  (table) => [
    index('incoming_mails_waiting_idx').on(table.id).where(sql`state = 'stored'`),
    index('incoming_mails_unmatched_idx').on(table.id.desc()).where(sql`state = 'unmatched'`),
    index('incoming_mails_about_idx').on(table.about, table.id).where(sql`about <> ''`),
    index('incoming_mails_message_idx').on(table.messageId).where(sql`message_id <> ''`),
    index('incoming_mails_from_idx').on(sql`lower(${table.fromAddress})`),
    index('incoming_mails_handled_idx').on(table.handledAt).where(sql`handled_at is not null`),
  ],
);

/** Other addresses of clients, from which an admin has accepted emails. */
export const acceptedSenders = pgTable(
  'accepted_senders',
  {
    /** Address of the client, in lower case. */
    client: text().notNull(),
    /** Other address, in lower case. */
    sender: text().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.client, table.sender] }),
    index('accepted_senders_sender_idx').on(table.sender),
  ],
);

/** Images in email signatures. A small image that the same sender has sent before is not treated as an attachment. */
export const mailPictures = pgTable(
  'mail_pictures',
  {
    /** SHA-256 of sender and content. */
    hash: text().primaryKey(),
    seenAt: at('seen_at').notNull().defaultNow(),
  },
  (table) => [index('mail_pictures_seen_idx').on(table.seenAt)],
);

/** Instance that watches the mailbox, and the state of the connection, in a single row. */
export const mailboxWatch = pgTable('mailbox_watch', {
  id: integer().primaryKey(),
  instance: text().notNull(),
  /** Until when the instance has claimed the mailbox. Afterwards, another instance may take over. */
  heldUntil: at('held_until').notNull(),
  /** When the mailbox was last read. */
  reachedAt: at('reached_at'),
  /** When the mailbox became unreachable; null while it works. */
  failingSince: at('failing_since'),
  reason: text().notNull().default(''),
});
