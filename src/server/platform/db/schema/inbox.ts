import { type SQL, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import type { InboxKind, InboxStage } from '~/contract/inbox/inbox';
import { contactMessages } from './contact';
import { users } from './identity';
import { proposals } from './proposals';
import { quotes } from './quotes';
import { serviceRequests } from './requests';
import { searchText } from './search-text';

const at = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Inbox items: one row for each quote, contact message and request, and for each proposal without a lead whose client has
 * written. Stores an admin's plans beside the record. Triggers on those tables create the rows and update the columns that repeat
 * the record.
 */
export const inboxItems = pgTable(
  'inbox_items',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<InboxKind>().notNull(),
    quoteId: integer('quote_id').references(() => quotes.id, { onDelete: 'cascade' }),
    contactMessageId: integer('contact_message_id').references(() => contactMessages.id, {
      onDelete: 'cascade',
    }),
    requestId: integer('request_id').references(() => serviceRequests.id, { onDelete: 'cascade' }),
    /** Proposal without a lead whose client has written. */
    proposalId: integer('proposal_id').references(() => proposals.id, { onDelete: 'cascade' }),

    /** The following columns repeat the record. */
    name: text().notNull(),
    email: text().notNull(),
    about: text().notNull(),
    details: text().notNull(),
    /** Last text from the client after the first message; empty without one. */
    lastWords: text('last_words').notNull().default(''),
    phoneDigits: text('phone_digits').notNull().default(''),
    status: text().notNull(),
    stage: text().$type<InboxStage>().notNull(),
    ownerId: text('owner_id').references(() => users.id, { onDelete: 'set null' }),
    /** Hidden from all lists: spam, or a quote that was merged into another. */
    isSpam: boolean('is_spam').notNull().default(false),
    /** Date of the oldest unanswered message; null while the client has the next turn. */
    waitingSince: at('waiting_since'),
    /** Set by the record's status, or by an admin who archived it. */
    doneAt: at('done_at'),

    nextStep: text('next_step').notNull().default(''),
    nextStepOn: date('next_step_on', { mode: 'string' }),
    /** Sort key of open items: the earlier of the next step's date and the waiting time. */
    dueFrom: at('due_from').generatedAlwaysAs(
      (): SQL => sql`least("waiting_since", "next_step_on"::timestamp at time zone 'UTC')`,
    ),
    tags: text().array().notNull().default([]),
    /** First day on which it is shown again. A reply ends the snooze. */
    snoozedUntil: date('snoozed_until', { mode: 'string' }),
    searchText: searchText([
      'name',
      'email',
      'phone_digits',
      'about',
      'details',
      'last_words',
      'next_step',
    ]),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('inbox_items_quote_idx').on(table.quoteId),
    uniqueIndex('inbox_items_contact_idx').on(table.contactMessageId),
    uniqueIndex('inbox_items_request_idx').on(table.requestId),
    uniqueIndex('inbox_items_proposal_idx').on(table.proposalId),
    check(
      'inbox_items_record',
      sql`num_nonnulls(quote_id, contact_message_id, request_id, proposal_id) = 1`,
    ),
    // Open items, most urgent first.
    index('inbox_items_open_idx')
      .on(table.dueFrom, table.id)
      .where(sql`done_at is null and not is_spam`),
    index('inbox_items_done_idx')
      .on(table.doneAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`done_at is not null and not is_spam`),
    index('inbox_items_owner_idx').on(table.ownerId),
    index('inbox_items_tags_idx').using('gin', table.tags),
    index('inbox_items_search_idx').using('gin', table.searchText.op('gin_trgm_ops')),
  ],
);
