import { sql } from 'drizzle-orm';
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

import type { ConsentMeans, TestimonialSource } from '~/contract/testimonials/testimonials';
import { users } from './identity';
import { portfolioItems } from './portfolio';
import { serviceRequests } from './requests';
import { searchKeysIndex } from './search-keys';

const at = (name: string) => timestamp(name, { withTimezone: true });

/** Clients' testimonials about the agency's work, with their consent to publish them. */
export const testimonials = pgTable(
  'testimonials',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Text; empty until the invited person has written it. */
    words: text().notNull().default(''),
    name: text().notNull(),
    role: text().notNull().default(''),
    company: text().notNull().default(''),
    portfolioId: integer('portfolio_id').references(() => portfolioItems.id, {
      onDelete: 'set null',
    }),
    source: text().$type<TestimonialSource>().notNull().default('admin'),
    /** Client of the request that the testimonial is about, if the client was invited by a link. */
    userId: text('user_id').references(() => users.id, { onDelete: 'set null' }),
    requestId: integer('request_id').references(() => serviceRequests.id, { onDelete: 'set null' }),
    /** Email of the author; never published. */
    email: text().notNull().default(''),
    /** How the author consented; null without consent, or after consent was withdrawn. */
    consentMeans: text('consent_means').$type<ConsentMeans>(),
    consentBy: text('consent_by').notNull().default(''),
    consentOn: date('consent_on', { mode: 'string' }),
    /** Text of the consent that was shown at the link. */
    consentText: text('consent_text').notNull().default(''),
    isPublished: boolean('is_published').notNull().default(false),
    askedAt: at('asked_at'),
    givenAt: at('given_at'),
    withdrawnAt: at('withdrawn_at'),
    position: integer().notNull().default(0),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
    deletedAt: at('deleted_at'),
  },
  (table) => [
    searchKeysIndex('testimonials'),
    // Ensures that a request has only one testimonial.
    uniqueIndex('testimonials_request_idx')
      .on(table.requestId)
      .where(sql`request_id is not null and deleted_at is null`),
    index('testimonials_shown_idx')
      .on(table.position, table.id)
      .where(sql`is_published and deleted_at is null`),
    index('testimonials_user_idx').on(table.userId),
    index('testimonials_portfolio_idx').on(table.portfolioId),
    check(
      'testimonials_published_with_consent',
      sql`not ${table.isPublished} or (${table.consentMeans} is not null and ${table.consentBy} <> '' and ${table.consentOn} is not null and ${table.words} <> '' and ${table.name} <> '')`,
    ),
  ],
);
