import { customType, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

/** The query builder's own type would parse a string of digits as a number. */
const json = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) => value,
});

/** Settings, one row each. The contract's `settingSchemas` defines keys and values. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: json().notNull(),
  updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
});
