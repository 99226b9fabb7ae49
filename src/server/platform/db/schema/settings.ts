import { customType, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** JSON column that replaces Drizzle's own type, which would parse a string of digits as a number. */
const json = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => value,
});

/** Settings, one per row. `settingSchemas` in the contract defines keys and values. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: json().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});
