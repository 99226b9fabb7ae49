import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import type { Outcome } from '~/contract/portfolio/portfolio';
import { searchKeysIndex } from './search-keys';
import { categoryEnum } from './services';

export const portfolioItems = pgTable(
  'portfolio_items',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    slug: text().notNull(),
    title: text().notNull(),
    description: text().notNull(),
    category: categoryEnum().notNull().default('website'),
    clientName: text('client_name').notNull(),
    projectUrl: text('project_url'),
    liveUrl: text('live_url'),
    githubUrl: text('github_url'),
    images: jsonb().$type<string[]>().notNull().default([]),
    technologies: jsonb().$type<string[]>().notNull().default([]),
    featured: boolean().notNull().default(false),
    problem: text().notNull().default(''),
    approach: text().notNull().default(''),
    result: text().notNull().default(''),
    outcome: jsonb().$type<Outcome>(),
    /** Duration of the project in weeks; null if not published. */
    weeks: integer(),
    people: integer(),
    priceFromCents: bigint('price_from_cents', { mode: 'number' }),
    priceToCents: bigint('price_to_cents', { mode: 'number' }),
    hoursQuoted: doublePrecision('hours_quoted'),
    hoursTaken: doublePrecision('hours_taken'),
    /**
     * Exhibits of the item. Validated when read, because another version of the software may have other exhibit types.
     */
    exhibits: jsonb().$type<unknown[]>().notNull().default([]),
    position: integer().notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [
    searchKeysIndex('portfolio_items'),
    // An item in the trash does not reserve its slug.
    uniqueIndex('portfolio_items_slug_idx').on(table.slug).where(sql`deleted_at is null`),
    index('portfolio_items_shown_idx').on(table.position, table.id).where(sql`deleted_at is null`),
    check(
      'portfolio_items_slug_free',
      sql`${table.slug} !~ '^[0-9]+$' and ${table.slug} not in ('featured', 'category')`,
    ),
  ],
);
