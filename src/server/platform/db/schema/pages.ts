import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import { searchKeysIndex } from './search-keys';

/** Pages that the agency adds to its site. Their content is in `page_versions`. */
export const customPages = pgTable(
  'pages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Path without the leading slash: one or two segments. */
    slug: text().notNull(),
    /** Title in the panel, from the newest version in the site's language. */
    title: text().notNull(),
    /** Newest version in the site's language, which visitors read. */
    version: integer().notNull().default(1),
    /** Time of publication: null for a draft, in the future for a scheduled page. */
    publishedAt: timestamp('published_at', { withTimezone: true }),
    inNavigation: boolean('in_navigation').notNull().default(false),
    inFooter: boolean('in_footer').notNull().default(false),
    position: integer().notNull().default(0),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [
    searchKeysIndex('pages'),
    // A page in the trash does not reserve its slug.
    uniqueIndex('pages_slug_idx').on(table.slug).where(sql`deleted_at is null`),
    index('pages_order_idx').on(table.position, table.id).where(sql`deleted_at is null`),
    check(
      'pages_slug_free',
      sql`${table.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*(/[a-z0-9]+(-[a-z0-9]+)*)?$' and ${table.slug} !~ '^[0-9]+$'`,
    ),
  ],
);

/** Part of a built-in page's content: one of its texts, the hidden sections, or the blocks. */
export type PagePart = PageText | 'hidden' | 'blocks';

/**
 * Texts of a built-in page. `words` are the headings and buttons that differ from the defaults; the others are named after
 * settings.
 */
export type PageText = 'words' | 'hero' | 'reasons' | 'about' | 'careers' | 'questions';

/** Versions of pages' content. Each change adds a row, and rows never change. */
export const pageVersions = pgTable(
  'page_versions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    pageId: integer('page_id').references(() => customPages.id, { onDelete: 'cascade' }),
    /**
     * Key of a built-in page, if the version belongs to one. It contains the page's texts, and the blocks below its
     * built-in sections.
     */
    builtInPage: text('built_in_page'),
    /** Site language; 'en' is the only one. */
    locale: text().notNull().default('en'),
    /** Version number, counted from 1. */
    version: integer().notNull(),
    title: text().notNull().default(''),
    metaTitle: text('meta_title').notNull().default(''),
    metaDescription: text('meta_description').notNull().default(''),
    /** Blocks of the page. Validated when read, because another version of the software may have other block types. */
    blocks: jsonb().$type<unknown[]>().notNull().default([]),
    /** Texts of a built-in page. Validated when read. */
    texts: jsonb().$type<Partial<Record<PageText, unknown>>>().notNull().default({}),
    /** Names of the built-in sections that are hidden on a built-in page. */
    hidden: jsonb().$type<string[]>().notNull().default([]),
    /** Parts that differ from the previous version. */
    parts: jsonb().$type<PagePart[]>().notNull().default(['blocks']),
    /** Admin's name. */
    author: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('page_versions_page_idx').on(table.pageId, table.locale, table.version),
    uniqueIndex('page_versions_built_in_idx').on(table.builtInPage, table.locale, table.version),
    check('page_versions_of_one', sql`(${table.pageId} is null) <> (${table.builtInPage} is null)`),
  ],
);
