import { customType, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Uploaded pictures, as WebP without metadata. Stored in the database, so that every instance has them and backups contain them,
 * or in the S3 store.
 */
export const media = pgTable('media', {
  /** Hash of the content, so that equal pictures are stored once and their URLs can be cached forever. */
  hash: text().primaryKey(),
  width: integer().notNull(),
  height: integer().notNull(),
  /** Null if the S3 store has it, under `media/{hash}`. */
  bytes: bytea(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
