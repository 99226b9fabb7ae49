import { customType, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/**
 * Uploaded pictures, as WebP without anything but the picture. In the database, so that every instance
 * has them and a backup holds them.
 */
export const media = pgTable('media', {
  /** Of the bytes, so that the same picture is stored once and its address can be kept for ever. */
  hash: text().primaryKey(),
  width: integer().notNull(),
  height: integer().notNull(),
  bytes: bytea().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});
