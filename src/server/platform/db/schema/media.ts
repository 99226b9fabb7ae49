import { customType, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Uploaded pictures, as WebP without metadata. In the database, so that every instance has them and backups
 * contain them; or in the S3 store.
 */
export const media = pgTable('media', {
  /** Hash of the bytes, so that equal pictures are stored once and their URLs can be cached for ever. */
  hash: text().primaryKey(),
  width: integer().notNull(),
  height: integer().notNull(),
  /** Null where the S3 store has them, under `media/{hash}`. */
  bytes: bytea(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
