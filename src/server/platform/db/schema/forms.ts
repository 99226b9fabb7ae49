import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

import type { FormField } from '~/contract/forms/forms';
import { searchKeysIndex } from './search-keys';

/** Custom forms of the agency. A submission is a quote with answers. */
export const forms = pgTable(
  'forms',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    /** Fields in order, including those that are no longer shown. */
    fields: jsonb().$type<FormField[]>().notNull().default([]),
    /** Text that is shown to the sender after submitting. */
    confirmation: text().notNull().default(''),
    position: integer().notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [
    searchKeysIndex('forms'),
    index('forms_order_idx').on(table.position, table.id).where(sql`deleted_at is null`),
  ],
);
