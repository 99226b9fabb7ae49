import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

import type { Answer } from '~/contract/forms/forms';
import { type EnteredSource, quoteSources } from '~/contract/leads/quote-sources';
import { quoteStatuses } from '~/contract/leads/quote-statuses';
import { forms } from './forms';
import { users } from './identity';
import { leadSourceColumns } from './lead-source';
import { searchKeysIndex } from './search-keys';
import { searchText } from './search-text';
import { services } from './services';

export const quoteStatusEnum = pgEnum('quote_status', quoteStatuses);
export const quoteSourceEnum = pgEnum('quote_source', quoteSources);

export const quotes = pgTable(
  'quotes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    email: text().notNull(),
    phone: text().notNull(),
    /** Digits of the phone number, for chat links and search. `phone` contains the number as typed. */
    phoneDigits: text('phone_digits').notNull(),
    company: text().notNull().default(''),
    serviceId: integer('service_id').references(() => services.id, { onDelete: 'set null' }),
    serviceName: text('service_name').notNull().default(''),
    country: text(),
    source: quoteSourceEnum().notNull().default('api'),
    /** Source that an admin chose when entering the lead; `source` is 'api' in this case. */
    enteredSource: text('entered_source').$type<EnteredSource>(),
    /** Sender's preferred way to be contacted; empty if not specified. */
    preferredChannel: text('preferred_channel').notNull().default(''),
    budget: text().notNull(),
    timeline: text().notNull(),
    projectDetails: text('project_details').notNull(),
    /** Custom form with which the quote was submitted. */
    formId: integer('form_id').references(() => forms.id, { onDelete: 'set null' }),
    /** Answers, with the labels that the fields had at that time. */
    answers: jsonb().$type<Answer[]>(),
    status: quoteStatusEnum().notNull().default('pending'),
    /** Reason why the quote may be spam, or who marked it; otherwise null. */
    spamReason: text('spam_reason'),
    /** True if an admin marked the quote as spam. It is excluded from lists, counts and due times. */
    isSpam: boolean('is_spam').notNull().default(false),
    /** Idempotency key: a repeated request with the same key returns the same quote. */
    submissionKey: text('submission_key').unique(),
    /** SHA-256 of the request with the submission key. Another request with the same key is an error. */
    submissionDigest: text('submission_digest'),
    /** Client who has the quote's email and has signed in since. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Client who sent the quote while signed in with the same email. This proves the identity, unlike a typed name. */
    sentById: text('sent_by_id').references(() => users.id, { onDelete: 'set null' }),
    /** Quote into which this one was merged. Lists and figures exclude this one. */
    mergedInto: integer('merged_into').references((): AnyPgColumn => quotes.id, {
      onDelete: 'set null',
    }),
    /** When an admin first replied. */
    firstAnswerAt: timestamp('first_answer_at', { withTimezone: true }),
    ...leadSourceColumns(),
    searchText: searchText([
      'name',
      'email',
      'phone_digits',
      'company',
      'service_name',
      'project_details',
    ]),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    searchKeysIndex('quotes'),
    index('quotes_spam_idx').on(table.createdAt).where(sql`spam_reason is not null`),
    index('quotes_newest_idx').on(
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('quotes_status_idx')
      .on(table.status, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`not is_spam and merged_into is null`),
    index('quotes_email_idx').on(sql`lower(${table.email})`),
    index('quotes_user_idx').on(table.userId),
    index('quotes_sent_by_idx').on(table.sentById).where(sql`sent_by_id is not null`),
    index('quotes_form_idx').on(table.formId).where(sql`form_id is not null`),
    index('quotes_merged_idx').on(table.mergedInto).where(sql`merged_into is not null`),
    // Finds possible duplicates by phone number.
    index('quotes_phone_idx')
      .on(sql`right(${table.phoneDigits}, 8)`)
      .where(sql`length(phone_digits) >= 8`),
    index('quotes_company_idx').on(sql`lower(trim(${table.company}))`).where(sql`company <> ''`),
    index('quotes_lead_source_idx').using('gin', table.leadSource.op('gin_trgm_ops')),
    index('quotes_search_idx').using('gin', table.searchText.op('gin_trgm_ops')),
  ],
);
