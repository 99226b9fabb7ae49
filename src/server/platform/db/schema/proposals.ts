import { sql } from 'drizzle-orm';
import {
  bigint,
  date,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import type { ProposedTax } from '~/contract/documents/tax';
import type {
  ClientOverrides,
  ProposalContent,
  TemplateContent,
} from '~/contract/proposals/proposal-content';
import { proposalStatuses } from '~/contract/proposals/proposals';
import { companies } from './companies';
import { contactMessages } from './contact';
import { users } from './identity';
import { quotes } from './quotes';
import { serviceRequests } from './requests';
import { searchKeysIndex } from './search-keys';
import { searchText } from './search-text';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const proposalStatusEnum = pgEnum('proposal_status', proposalStatuses);

/**
 * Last used number of each series. The row stays locked until the document with the number is committed, so that the
 * series has no gaps.
 */
export const numberSeries = pgTable('number_series', {
  /** Series: 'proposal', or the prefix of an invoice's number. */
  key: text().primaryKey(),
  last: integer().notNull(),
});

export const proposals = pgTable(
  'proposals',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    number: text().notNull().unique(),
    status: proposalStatusEnum().notNull().default('draft'),
    /** Current content. Once the proposal has been sent, it equals that of the newest version. */
    content: jsonb().$type<ProposalContent>().notNull(),
    /**
     * Name, company and country that deliberately differ from the client's record. Without an account, the values as
     * typed.
     */
    clientOverrides: jsonb('client_overrides').$type<ClientOverrides>().notNull().default({}),
    /** Tax that was proposed when the items were saved. Items with this tax change when the client's tax changes. */
    taxProposed: jsonb('tax_proposed').$type<ProposedTax>(),
    /** Title from the content. The content is repeated in this column and the following ones, for lists. */
    title: text().notNull(),
    clientName: text('client_name').notNull(),
    clientEmail: text('client_email').notNull(),
    clientCompany: text('client_company').notNull().default(''),
    totalCents: bigint('total_cents', { mode: 'number' }).notNull(),
    currency: text().notNull(),
    validUntil: date('valid_until', { mode: 'string' }).notNull(),
    /** Lead that the proposal answers: a quote or a contact message. */
    quoteId: integer('quote_id').references(() => quotes.id, { onDelete: 'set null' }),
    messageId: integer('message_id').references(() => contactMessages.id, { onDelete: 'set null' }),
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /**
     * Company that owns the record, if its client was a member. A trigger sets it, and it stays when the client leaves.
     */
    companyId: integer('company_id').references(() => companies.id),
    /** Member who owned the record before joining the company, and to whom it can be returned. */
    broughtById: text('brought_by_id').references(() => users.id, { onDelete: 'set null' }),
    /** Request created from the proposal. */
    requestId: integer('request_id').references(() => serviceRequests.id, { onDelete: 'set null' }),
    /** Newest version; 0 until the proposal is sent. */
    version: integer().notNull().default(0),
    sentAt: at('sent_at'),
    viewedAt: at('viewed_at'),
    /** When the proposal was accepted, declined or withdrawn, or expired. */
    decidedAt: at('decided_at'),
    declineReason: text('decline_reason').notNull().default(''),
    searchText: searchText(['number', 'title', 'client_name', 'client_email', 'client_company']),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    /** When the draft was moved to the trash. */
    deletedAt: at('deleted_at'),
  },
  (table) => [
    searchKeysIndex('proposals'),
    index('proposals_newest_idx').on(
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('proposals_status_idx').on(table.status, table.createdAt.desc().nullsFirst()),
    index('proposals_user_idx').on(table.userId),
    index('proposals_brought_idx').on(table.broughtById).where(sql`brought_by_id is not null`),
    index('proposals_company_idx').on(table.companyId).where(sql`company_id is not null`),
    index('proposals_email_idx').on(sql`lower(${table.clientEmail})`),
    index('proposals_quote_idx').on(table.quoteId),
    index('proposals_message_idx').on(table.messageId),
    index('proposals_request_idx').on(table.requestId),
    index('proposals_open_idx').on(table.validUntil).where(sql`status in ('sent', 'viewed')`),
    index('proposals_trash_idx').on(table.deletedAt).where(sql`deleted_at is not null`),
    index('proposals_search_idx').using('gin', table.searchText.op('gin_trgm_ops')),
  ],
);

/** Templates for proposals. */
export const proposalTemplates = pgTable(
  'proposal_templates',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    content: jsonb().$type<TemplateContent>().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [uniqueIndex('proposal_templates_name_idx').on(sql`lower(${table.name})`)],
);

/** Contents that were sent: one row for the first sending, and one for each later change. */
export const proposalVersions = pgTable(
  'proposal_versions',
  {
    proposalId: integer('proposal_id')
      .notNull()
      .references(() => proposals.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    content: jsonb().$type<ProposalContent>().notNull(),
    /** SHA-256 of the content, in hex. */
    contentHash: text('content_hash').notNull(),
    /** Admin's name. */
    author: text().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.proposalId, table.version] })],
);

/** Records of acceptance: who, when, from where, and the exact content shown. */
export const proposalAcceptances = pgTable('proposal_acceptances', {
  proposalId: integer('proposal_id')
    .primaryKey()
    .references(() => proposals.id, { onDelete: 'cascade' }),
  version: integer().notNull(),
  name: text().notNull(),
  ip: text().notNull(),
  userAgent: text('user_agent').notNull(),
  /** Email of the signed-in account; empty if nobody was signed in. */
  signedInAs: text('signed_in_as').notNull().default(''),
  contentHash: text('content_hash').notNull(),
  /** Indexes of the optional items that were chosen. */
  optionalItems: jsonb('optional_items').$type<number[]>().notNull(),
  acceptedAt: at('accepted_at').notNull(),
});

/**
 * Private links. The token of a link is derived from its nonce with a key that is not in the database, so that a copy
 * of the table opens nothing. Revoking a link deletes its row.
 */
export const documentLinks = pgTable(
  'document_links',
  {
    /** SHA-256 of the token, in hex. */
    tokenHash: text('token_hash').primaryKey(),
    nonce: text().notNull(),
    /** Record to which the link leads, such as 'proposal:12'. */
    about: text().notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('document_links_about_idx').on(table.about, table.createdAt),
    uniqueIndex('document_links_nonce_idx').on(table.nonce),
  ],
);
