import { bigint, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

const counter = (name: string) => bigint(name, { mode: 'number' }).notNull();

/** Views of public pages, by day. Nothing in it is of one visitor. */
export const pageViews = pgTable(
  'page_views',
  {
    /** In the agency's time zone. */
    day: date({ mode: 'string' }).notNull(),
    /** The path of a public page. */
    page: text().notNull(),
    /** The referring host; empty for direct visits and for views within a visit. */
    host: text().notNull(),
    /** utm_source, else the host. */
    source: text().notNull(),
    views: counter('views'),
    /** Views that began a visit: all but those that came from a page of this site. */
    visits: counter('visits'),
  },
  (table) => [primaryKey({ columns: [table.day, table.page, table.host, table.source] })],
);
