import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  pgEnum,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import { requestEventKinds } from '~/contract/requests/request-events';
import { requestStatuses } from '~/contract/requests/requests';
import { companies } from './companies';
import { users } from './identity';
import { quotes } from './quotes';
import { searchKeysIndex } from './search-keys';
import { searchText } from './search-text';
import { services } from './services';

const at = (name: string) => timestamp(name, { withTimezone: true });

export const requestStatusEnum = pgEnum('request_status', requestStatuses);
export const requestEventKindEnum = pgEnum('request_event_kind', requestEventKinds);

/** Clients' requests for work. */
export const serviceRequests = pgTable(
  'service_requests',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /**
     * Company that owns the record, if its client was a member. A trigger sets it, and it stays when the client leaves.
     */
    companyId: integer('company_id').references(() => companies.id),
    /** Member who owned the record before joining the company, and to whom it can be returned. */
    broughtById: text('brought_by_id').references(() => users.id, { onDelete: 'set null' }),
    title: text().notNull(),
    description: text().notNull().default(''),
    serviceId: integer('service_id').references(() => services.id, { onDelete: 'set null' }),
    /** Quote from which the request was created. A quote leads to at most one request. */
    quoteId: integer('quote_id').references(() => quotes.id, { onDelete: 'set null' }),
    status: requestStatusEnum().notNull().default('pending'),
    targetDate: date('target_date', { mode: 'string' }),
    /** Date by which the client would like the work to be done. */
    wishedDate: date('wished_date', { mode: 'string' }),
    /** True if the client marked the request as urgent. */
    urgent: boolean().notNull().default(false),
    /** Agency's latest note to the client. */
    note: text().notNull().default(''),
    /** When the agency began to wait for the client's reply. */
    waitingSince: at('waiting_since'),
    submissionKey: text('submission_key').unique(),
    /** SHA-256 of the request with the submission key. Another request with the same key is an error. */
    submissionDigest: text('submission_digest'),
    searchText: searchText(['title', 'description']),
    /** When the client filled in the brief of the service. */
    briefedAt: timestamp('briefed_at', { withTimezone: true }),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (table) => [
    searchKeysIndex('service_requests'),
    index('service_requests_brought_idx')
      .on(table.broughtById)
      .where(sql`brought_by_id is not null`),
    index('service_requests_company_idx')
      .on(table.companyId, table.createdAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`company_id is not null`),
    uniqueIndex('service_requests_quote_idx').on(table.quoteId).where(sql`quote_id is not null`),
    index('service_requests_user_idx').on(
      table.userId,
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('service_requests_newest_idx').on(
      table.createdAt.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index('service_requests_search_idx').using('gin', table.searchText.op('gin_trgm_ops')),
    index('service_requests_status_idx').on(table.status, table.createdAt.desc().nullsFirst()),
  ],
);

/** Timelines of requests. */
export const requestEvents = pgTable(
  'service_request_events',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    requestId: integer('request_id')
      .notNull()
      .references(() => serviceRequests.id, { onDelete: 'cascade' }),
    kind: requestEventKindEnum().notNull(),
    /** New status, note or date; empty for events without details. */
    text: text().notNull().default(''),
    byAgency: boolean('by_agency').notNull(),
    createdAt: at('created_at').notNull().defaultNow(),
  },
  (table) => [index('service_request_events_request_idx').on(table.requestId, table.id)],
);
