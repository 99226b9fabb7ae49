import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Former slugs of rows, written by triggers, so that old links redirect however a slug was changed. The last slug of a
 * permanently deleted row is stored here too.
 */
export const formerSlugs = pgTable(
  'former_slugs',
  {
    /** Table of the row that had it. */
    kind: text().notNull(),
    slug: text().notNull(),
    /** No foreign key: the row may have been deleted. */
    entityId: integer('entity_id').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.slug] })],
);
