import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
} from 'drizzle-orm/pg-core';

import { searchKeysIndex } from './search-keys';

/** Subscription plans. Both prices are per month: one for monthly billing, one for yearly billing. */
export const plans = pgTable(
  'plans',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    description: text().notNull().default(''),
    monthlyCents: bigint('monthly_cents', { mode: 'number' }).notNull().default(0),
    yearlyCents: bigint('yearly_cents', { mode: 'number' }).notNull().default(0),
    features: jsonb().$type<string[]>().notNull().default([]),
    popular: boolean().notNull().default(false),
    isActive: boolean('is_active').notNull().default(true),
    position: integer().notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [
    searchKeysIndex('plans'),
    index('plans_shown_idx').on(table.position, table.id).where(sql`deleted_at is null`),
    check(
      'plans_prices_not_negative',
      sql`${table.monthlyCents} >= 0 and ${table.yearlyCents} >= 0`,
    ),
  ],
);
