import { boolean, date, integer, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core';

import type { AnyLegalPage } from '~/contract/legal/legal';

/** What owners made of legal texts: each change is a row, and none is ever changed. The product's own texts are in its code. */
export const legalVersions = pgTable(
  'legal_versions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    page: text().$type<AnyLegalPage>().notNull(),
    /** The site's language; 'en' is the only one. */
    locale: text().notNull().default('en'),
    /** Ascends from 1; from 2 where the first one is the product's. */
    version: integer().notNull(),
    title: text().notNull(),
    /** Markdown with variables. */
    text: text().notNull(),
    /** The first day on which it holds. */
    effectiveOn: date('effective_on', { mode: 'string' }).notNull(),
    /** From that day on there is no such page. */
    isWithdrawn: boolean('is_withdrawn').notNull().default(false),
    /** The admin's name. */
    author: text().notNull(),
    /** When pages were first told that it holds. */
    announcedAt: timestamp('announced_at', { withTimezone: true }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex('legal_versions_idx').on(table.page, table.locale, table.version)],
);
