import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Former slugs of rows, so that old links redirect. Triggers write them whenever a slug changes. The last slug of a
 * permanently deleted row is also stored.
 */
export const formerSlugs = pgTable(
  'former_slugs',
  {
    /** Table of the row that had the slug. */
    kind: text().notNull(),
    slug: text().notNull(),
    /** Id without a foreign key, because the row may have been deleted. */
    entityId: integer('entity_id').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.slug] })],
);
