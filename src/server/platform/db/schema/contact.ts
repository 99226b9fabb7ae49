import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgEnum, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

import { messageStatuses } from '~/contract/leads/contact';
import { users } from './identity';
import { leadSourceColumns } from './lead-source';
import { searchKeysIndex } from './search-keys';
import { searchText } from './search-text';

export const messageStatusEnum = pgEnum('message_status', messageStatuses);

export const contactMessages = pgTable(
  'contact_messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text().notNull(),
    phone: text().notNull().default(''),
    /** Digits of the phone number, for chat links and search. `phone` contains the number as typed. */
    phoneDigits: text('phone_digits').notNull().default(''),
    service: text().notNull(),
    /** Subject from the link to the form; empty if the link contained none. */
    subject: text().notNull().default(''),
    message: text().notNull(),
    /** Sender's preferred way to be contacted; empty if not specified. */
    preferredChannel: text('preferred_channel').notNull().default(''),
    status: messageStatusEnum().notNull().default('unread'),
    /** Reason why the message may be spam, or who marked it; otherwise null. */
    spamReason: text('spam_reason'),
    /** True if an admin marked the message as spam. It is excluded from lists, counts and due times. */
    isSpam: boolean('is_spam').notNull().default(false),
    /** Idempotency key: a repeated request with the same key returns the same message. */
    submissionKey: text('submission_key').unique(),
    /** SHA-256 of the request with the submission key. Another request with the same key is an error. */
    submissionDigest: text('submission_digest'),
    /**
     * Client who sent the message while signed in with the same email. This proves the identity, unlike a typed name.
     */
    sentById: text('sent_by_id').references(() => users.id, { onDelete: 'set null' }),
    /** When an admin first replied. */
    firstAnswerAt: timestamp('first_answer_at', { withTimezone: true }),
    ...leadSourceColumns(),
    searchText: searchText([
      'first_name',
      'last_name',
      'email',
      'phone_digits',
      'subject',
      'message',
    ]),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    searchKeysIndex('contact_messages'),
    index('contact_messages_spam_idx').on(table.createdAt).where(sql`spam_reason is not null`),
    index('contact_messages_newest_idx').on(
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('contact_messages_status_idx')
      .on(table.status, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`not is_spam`),
    index('contact_messages_email_idx').on(sql`lower(${table.email})`),
    index('contact_messages_sent_by_idx').on(table.sentById).where(sql`sent_by_id is not null`),
    index('contact_messages_lead_source_idx').using('gin', table.leadSource.op('gin_trgm_ops')),
    index('contact_messages_search_idx').using('gin', table.searchText.op('gin_trgm_ops')),
  ],
);
