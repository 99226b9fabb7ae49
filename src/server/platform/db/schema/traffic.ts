import { bigint, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

const counter = (name: string) => bigint(name, { mode: 'number' }).notNull();

/** Daily counts of views of public pages. The table contains no data about single visitors. */
export const pageViews = pgTable(
  'page_views',
  {
    /** Day in the agency's time zone. */
    day: date({ mode: 'string' }).notNull(),
    /** Path of a public page. */
    page: text().notNull(),
    /** Referring host; empty for direct visits and for views within a visit. */
    host: text().notNull(),
    /** utm_source, or else the host. */
    source: text().notNull(),
    views: counter('views'),
    /** Number of views that began a visit, because they were not reached from another page of the site. */
    visits: counter('visits'),
  },
  (table) => [primaryKey({ columns: [table.day, table.page, table.host, table.source] })],
);
