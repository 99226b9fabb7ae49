import { bigint, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

const counter = (name: string) => bigint(name, { mode: 'number' }).notNull();

/** Daily counts of views of public pages. Contains nothing about a single visitor. */
export const pageViews = pgTable(
  'page_views',
  {
    /** In the agency's time zone. */
    day: date({ mode: 'string' }).notNull(),
    /** Path of a public page. */
    page: text().notNull(),
    /** Referring host; empty for direct visits and for views within a visit. */
    host: text().notNull(),
    /** utm_source, or the host. */
    source: text().notNull(),
    views: counter('views'),
    /** Views that began a visit: all that were not reached from a page of this site. */
    visits: counter('visits'),
  },
  (table) => [primaryKey({ columns: [table.day, table.page, table.host, table.source] })],
);
