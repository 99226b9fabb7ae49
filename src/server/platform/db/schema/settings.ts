import { customType, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** The query builder's own type would read a text of digits as a number. */
const json = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => value,
});

/** One row a setting; server/settings knows which keys there are and what each holds. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: json().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});
