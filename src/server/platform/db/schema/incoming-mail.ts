import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import type { IncomingState } from '~/contract/mail/incoming-mail';
import { contactMessages } from './contact';
import { proposals } from './proposals';
import { quotes } from './quotes';
import { serviceRequests } from './requests';

const at = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Addresses that answers go to, one for each record and recipient. The token of an address is derived from its nonce, so that the table
 * alone gives none away; it ends with its record.
 */
export const replyAddresses = pgTable(
  'reply_addresses',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    requestId: integer('request_id').references(() => serviceRequests.id, { onDelete: 'cascade' }),
    quoteId: integer('quote_id').references(() => quotes.id, { onDelete: 'cascade' }),
    contactMessageId: integer('contact_message_id').references(() => contactMessages.id, {
      onDelete: 'cascade',
    }),
    proposalId: integer('proposal_id').references(() => proposals.id, { onDelete: 'cascade' }),
    /** To whom it was given, in lower case. */
    email: text().notNull(),
    nonce: text().notNull().unique(),
    /** SHA-256 in hex. */
    tokenHash: text('token_hash').notNull().unique(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    check(
      'reply_addresses_subject',
      sql`num_nonnulls(request_id, quote_id, contact_message_id, proposal_id) = 1`,
    ),
    uniqueIndex('reply_addresses_request_idx').on(table.requestId, table.email),
    uniqueIndex('reply_addresses_quote_idx').on(table.quoteId, table.email),
    uniqueIndex('reply_addresses_contact_idx').on(table.contactMessageId, table.email),
    uniqueIndex('reply_addresses_proposal_idx').on(table.proposalId, table.email),
    index('reply_addresses_email_idx').on(table.email),
  ],
);

/**
 * Mail that came in, stored before it is worked on. Its bytes are in `file_chunks`, with the tokens of reply addresses blotted out; a
 * trigger deletes them with their row.
 */
export const incomingMails = pgTable(
  'incoming_mails',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** SHA-256 of its bytes as they came. */
    hash: text().notNull().unique(),
    /** The same for one mail that came through two doors: its Message-ID and sender, or its text where it has no id. */
    identity: text().notNull().unique(),
    /** Without angle brackets; empty where it has none. */
    messageId: text('message_id').notNull().default(''),
    /** Of its content in `file_chunks`; empty once that is deleted. */
    key: text().notNull().default(''),
    size: integer().notNull(),
    /** False for a mail that was too large to be fetched: its header alone is kept. */
    isWhole: boolean('is_whole').notNull().default(true),
    /** Hashes of the tokens in the addresses that it was sent to. */
    tokenHashes: text('token_hashes').array().notNull().default([]),
    state: text().$type<IncomingState>().notNull().default('stored'),
    /** Why it is unmatched. */
    reason: text().notNull().default(''),
    isSpam: boolean('is_spam').notNull().default(false),
    /** What the receiving server says of its sender; 'none' where it says nothing. */
    authentication: text().$type<'pass' | 'fail' | 'none'>().notNull().default('none'),
    fromName: text('from_name').notNull().default(''),
    fromAddress: text('from_address').notNull().default(''),
    subject: text().notNull().default(''),
    /** Whether headers make it possible that a machine wrote it. */
    possiblyAutomatic: boolean('possibly_automatic').notNull().default(false),
    /** What its writer wrote, without quotation and signature. */
    text: text().notNull().default(''),
    /** All of it as text. */
    fullText: text('full_text').notNull().default(''),
    /** Names of its files. */
    fileNames: text('file_names').array().notNull().default([]),
    /** The record that it belongs to, such as 'quote:12'; empty for none. */
    about: text().notNull().default(''),
    attempts: integer().notNull().default(0),
    claimedUntil: at('claimed_until'),
    createdAt: at('created_at').notNull().defaultNow(),
    /** When it was worked on, and for an unmatched mail when an admin decided on it. */
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

/** Other addresses of clients: an admin has accepted a mail from them. */
export const acceptedSenders = pgTable(
  'accepted_senders',
  {
    /** Address that was accepted for the client, in lower case. */
    client: text().notNull(),
    /** The other address, in lower case. */
    sender: text().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.client, table.sender] }),
    index('accepted_senders_sender_idx').on(table.sender),
  ],
);

/** Pictures of signatures: a small one that came before from the same sender is no attachment. */
export const mailPictures = pgTable(
  'mail_pictures',
  {
    /** SHA-256 of sender and content. */
    hash: text().primaryKey(),
    seenAt: at('seen_at').notNull().defaultNow(),
  },
  (table) => [index('mail_pictures_seen_idx').on(table.seenAt)],
);

/** Which instance watches the mailbox, and whether it is reached: one row. */
export const mailboxWatch = pgTable('mailbox_watch', {
  id: integer().primaryKey(),
  instance: text().notNull(),
  /** Another instance may take over after it. */
  heldUntil: at('held_until').notNull(),
  /** When it was looked into last. */
  reachedAt: at('reached_at'),
  /** Since when it is not reached; null while it is. */
  failingSince: at('failing_since'),
  reason: text().notNull().default(''),
});
