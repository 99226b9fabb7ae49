import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

import type { FormField } from '~/contract/forms/forms';

/** Forms that the agency makes itself. What is sent by one is a quote with its answers. */
export const forms = pgTable(
  'forms',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    /** In their order, with those that are not asked any more. */
    fields: jsonb().$type<FormField[]>().notNull().default([]),
    /** What the sender reads once it is sent. */
    confirmation: text().notNull().default(''),
    position: integer().notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [index('forms_order_idx').on(table.position, table.id).where(sql`deleted_at is null`)],
);
