import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** One row a setting; server/settings knows which keys there are and what each holds. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});
