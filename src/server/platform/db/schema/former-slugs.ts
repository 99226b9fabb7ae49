import { integer, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';

/**
 * Slugs that rows had before, written by triggers, so that old links lead on however a slug was
 * changed. A row that is gone for good leaves its last slug here too.
 */
export const formerSlugs = pgTable(
  'former_slugs',
  {
    /** The table of the row that had it. */
    kind: text().notNull(),
    slug: text().notNull(),
    /** No foreign key: what was deleted is still known to have been there. */
    entityId: integer('entity_id').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.slug] })],
);
