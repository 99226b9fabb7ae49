import { eq, type SQL, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
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

import type { RecordKind, RecordRef } from '~/contract/conversations/records';
import { contactMessages } from './contact';
import { users } from './identity';
import { proposals } from './proposals';
import { quotes } from './quotes';
import { serviceRequests } from './requests';
import { searchText } from './search-text';

const at = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Conversations, one about each quote, contact message, request and proposal, with the agency's next step. Only
 * `conversations.service.ts` writes to this table. Names, texts and statuses are read from the record. This is the only
 * table with a column for each kind of record, so that a conversation is deleted with its record.
 */
export const conversations = pgTable(
  'conversations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text().$type<RecordKind>().notNull(),
    quoteId: integer('quote_id').references(() => quotes.id, { onDelete: 'cascade' }),
    contactMessageId: integer('contact_message_id').references(() => contactMessages.id, {
      onDelete: 'cascade',
    }),
    requestId: integer('request_id').references(() => serviceRequests.id, { onDelete: 'cascade' }),
    proposalId: integer('proposal_id').references(() => proposals.id, { onDelete: 'cascade' }),
    recordId: integer('record_id')
      .notNull()
      .generatedAlwaysAs(
        (): SQL => sql`coalesce("quote_id", "contact_message_id", "request_id", "proposal_id")`,
      ),
    /**
     * Main conversation that contains this one. The conversation of a merged quote belongs to that of the remaining
     * quote, and a proposal's conversation to that of its lead.
     */
    mainId: integer('main_id').references((): AnyPgColumn => conversations.id, {
      onDelete: 'set null',
    }),
    /**
     * True if the inbox does not show the conversation, because it is spam, or about a proposal whose client has not
     * written.
     */
    isHidden: boolean('is_hidden').notNull().default(false),

    /** Arrival of the oldest message to which the agency has not replied; null if there is none. */
    waitingSince: at('waiting_since'),
    /**
     * When the agency's reply is due: its response time after `waiting_since`, or after the arrival of a lead without a
     * first reply. Null if no reply is due.
     */
    dueAt: at('due_at'),
    /** When the client last wrote or decided, after the record was created. */
    lastMessageAt: at('last_message_at'),
    /** Beginning of the client's last message; empty if there is none. */
    lastMessage: text('last_message').notNull().default(''),
    /** When the conversation was marked as done, by an admin or because of its record's status. */
    doneAt: at('done_at'),

    /** Admin to whom the conversation is assigned. */
    ownerId: text('owner_id').references(() => users.id, { onDelete: 'set null' }),
    nextStep: text('next_step').notNull().default(''),
    nextStepOn: date('next_step_on', { mode: 'string' }),
    /** Orders open conversations by the day of the next step or the start of the wait, whichever is earlier. */
    dueFrom: at('due_from').generatedAlwaysAs(
      (): SQL => sql`least("waiting_since", "next_step_on"::timestamp at time zone 'UTC')`,
    ),
    tags: text().array().notNull().default([]),
    /** First day on which the conversation is shown again. A message from the client ends the snooze. */
    snoozedUntil: date('snoozed_until', { mode: 'string' }),
    searchText: searchText(['last_message', 'next_step']),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('conversations_quote_idx').on(table.quoteId),
    uniqueIndex('conversations_contact_idx').on(table.contactMessageId),
    uniqueIndex('conversations_request_idx').on(table.requestId),
    uniqueIndex('conversations_proposal_idx').on(table.proposalId),
    check(
      'conversations_record',
      sql`num_nonnulls(quote_id, contact_message_id, request_id, proposal_id) = 1`,
    ),
    index('conversations_main_idx').on(table.mainId).where(sql`main_id is not null`),
    // Index for open conversations, most urgent first.
    index('conversations_open_idx')
      .on(table.dueFrom, table.id)
      .where(sql`done_at is null and not is_hidden and main_id is null`),
    // Index for conversations that wait for the other side, latest first, and for snoozed conversations, next first.
    index('conversations_resting_idx')
      .on(table.updatedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`done_at is null and not is_hidden and main_id is null and waiting_since is null`),
    index('conversations_snoozed_idx')
      .on(table.snoozedUntil, table.id)
      .where(
        sql`done_at is null and not is_hidden and main_id is null and snoozed_until is not null`,
      ),
    index('conversations_done_idx')
      .on(table.doneAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`done_at is not null and not is_hidden and main_id is null`),
    index('conversations_due_idx')
      .on(table.kind, table.dueAt)
      .where(sql`due_at is not null and not is_hidden and main_id is null`),
    index('conversations_owner_idx').on(table.ownerId).where(sql`owner_id is not null`),
    index('conversations_tags_idx').using('gin', table.tags),
    index('conversations_search_idx').using('gin', table.searchText.op('gin_trgm_ops')),
  ],
);

/** Columns that refer to the record, by its kind. */
export const recordColumns = {
  quote: conversations.quoteId,
  message: conversations.contactMessageId,
  request: conversations.requestId,
  proposal: conversations.proposalId,
} as const;

/** Matches the conversation about a record. */
export const isConversationOf = ({ kind, id }: RecordRef): SQL => eq(recordColumns[kind], id);

/** Selects the id of the conversation about a record. */
export const conversationIdOf = (ref: RecordRef): SQL<number> =>
  sql<number>`(select ${conversations.id} from ${conversations} where ${isConversationOf(ref)})`;
