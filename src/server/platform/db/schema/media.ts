import { customType, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Uploaded pictures, as WebP without metadata. Their content is in the database, so that every instance and every
 * backup has it, or else in the S3 store.
 */
export const media = pgTable('media', {
  /** Hash of the content. Identical pictures are stored once, and their URLs can be cached forever. */
  hash: text().primaryKey(),
  width: integer().notNull(),
  height: integer().notNull(),
  /** Content; null if it is in the S3 store under `media/{hash}`. */
  bytes: bytea(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
