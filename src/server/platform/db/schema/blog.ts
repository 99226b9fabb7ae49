import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

import { postCategories } from '~/contract/blog/blog';
import { type FocalPoint, middle } from '~/contract/common/focus';
import { searchKeysIndex } from './search-keys';

export const postCategoryEnum = pgEnum('post_category', postCategories);

/** Words per minute that people read on a screen in English, a measured average. */
const wordsAMinute = 220;

/** SQL for a text's reading time in minutes. */
export const readTimeOf = (body: SQLWrapper): SQL<number> =>
  sql`greatest(1, ceil(array_length(regexp_split_to_array(btrim(${body}), '\\s+'), 1) / ${sql.raw(`${wordsAMinute}.0`)}))::int`;

export const posts = pgTable(
  'posts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    slug: text().notNull(),
    title: text().notNull(),
    category: postCategoryEnum().notNull(),
    excerpt: text().notNull().default(''),
    /** Text in Markdown. */
    body: text().notNull().default(''),
    authorName: text('author_name').notNull(),
    authorAvatar: text('author_avatar'),
    imageUrl: text('image_url'),
    imageFocus: jsonb('image_focus').$type<FocalPoint>().notNull().default(middle),
    featured: boolean().notNull().default(false),
    metaTitle: text('meta_title').notNull().default(''),
    metaDescription: text('meta_description').notNull().default(''),
    /** Time of publication: null for a draft, in the future for a scheduled post. */
    publishedAt: timestamp('published_at', { withTimezone: true }),
    /** Reading time in minutes. */
    readTime: integer('read_time')
      .notNull()
      .generatedAlwaysAs((): SQL => readTimeOf(posts.body)),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp('updated_at', { withTimezone: true }).notNull().defaultNow(),
    deletedAt: timestamp('deleted_at', { withTimezone: true }),
  },
  (table) => [
    searchKeysIndex('posts'),
    // A post in the trash does not reserve its slug.
    uniqueIndex('posts_slug_idx').on(table.slug).where(sql`deleted_at is null`),
    index('posts_newest_idx')
      .on(table.publishedAt.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`deleted_at is null`),
    check(
      'posts_slug_free',
      sql`${table.slug} ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and ${table.slug} !~ '^[0-9]+$' and ${table.slug} not in ('featured', 'category')`,
    ),
  ],
);
