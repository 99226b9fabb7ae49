import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgEnum, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

import { messageStatuses } from '~/contract/leads/contact';
import { users } from './identity';
import { leadSourceColumns } from './lead-source';
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
    /** The digits of the phone number, for chat links and search; the text as typed is kept beside it. */
    phoneDigits: text('phone_digits').notNull().default(''),
    service: text().notNull(),
    /** Preset by the link to the form; empty otherwise. */
    subject: text().notNull().default(''),
    message: text().notNull(),
    /** How the sender would like to be answered; empty where they did not say. */
    preferredChannel: text('preferred_channel').notNull().default(''),
    status: messageStatusEnum().notNull().default('unread'),
    /** Why this may be spam, or who marked it; null otherwise. */
    spamReason: text('spam_reason'),
    /** Marked as spam by an admin: left out of lists, counts and deadlines. */
    isSpam: boolean('is_spam').notNull().default(false),
    /** Chosen by the sender; a repeat with the same key is the same message. */
    submissionKey: text('submission_key').unique(),
    /** Of what was sent under the key: a repeat is the same. */
    submissionDigest: text('submission_digest'),
    /** The admin who looks after it. */
    ownerId: text('owner_id').references(() => users.id, { onDelete: 'set null' }),
    /** The client who was signed in with its email when it was sent: evidence that a name is not. */
    sentById: text('sent_by_id').references(() => users.id, { onDelete: 'set null' }),
    /** When a person first answered it. */
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
    index('contact_messages_spam_idx').on(table.createdAt).where(sql`spam_reason is not null`),
    index('contact_messages_newest_idx').on(
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('contact_messages_status_idx').on(table.status, table.createdAt.desc().nullsFirst()),
    index('contact_messages_email_idx').on(sql`lower(${table.email})`),
    index('contact_messages_unanswered_idx')
      .on(table.createdAt)
      .where(sql`first_answer_at is null`),
    index('contact_messages_owner_idx').on(table.ownerId),
    index('contact_messages_sent_by_idx').on(table.sentById).where(sql`sent_by_id is not null`),
    index('contact_messages_lead_source_idx').using('gin', table.leadSource.op('gin_trgm_ops')),
    index('contact_messages_search_idx').using('gin', table.searchText.op('gin_trgm_ops')),
  ],
);
