import { boolean, date, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

import type { AnyLegalPage } from '~/contract/legal/legal';

/**
 * Versions of legal texts that owners wrote. Each change adds a row, and rows never change. The default texts are in
 * the code.
 */
export const legalVersions = pgTable(
  'legal_versions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    page: text().$type<AnyLegalPage>().notNull(),
    /** Site language; 'en' is the only one. */
    locale: text().notNull().default('en'),
    /** Version number, counted from 1, or from 2 if version 1 is the default text. */
    version: integer().notNull(),
    title: text().notNull(),
    /** Markdown with variables. */
    text: text().notNull(),
    /** First day on which the version is in effect. */
    effectiveOn: date('effective_on', { mode: 'string' }).notNull(),
    /** True if the page does not exist from this day on. */
    isWithdrawn: boolean('is_withdrawn').notNull().default(false),
    /** Admin's name. */
    author: text().notNull(),
    /** When caches were first notified that the version had taken effect. */
    announcedAt: timestamp('announced_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex('legal_versions_idx').on(table.page, table.locale, table.version)],
);
