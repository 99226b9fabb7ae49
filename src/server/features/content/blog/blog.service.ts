import { and, desc, eq, gt, isNull, lte, ne, type SQL, type SQLWrapper, sql } from 'drizzle-orm';

import { type PostCategory, relatedPostsLimit } from '~/contract/blog/blog';
import type { PostDraft } from '~/contract/blog/blog-form-schema';
import type { Post, PostCard, PostPage } from '~/contract/blog/blog-schema';
import { listMax } from '~/contract/common/limits';
import { coverOf } from '~/contract/portfolio/cover-schema';
import { readExhibits } from '~/contract/portfolio/exhibits-schema';
import { createFinder } from '~/server/features/content/crud/former-slugs';
import { type Picked, pickedRows } from '~/server/features/content/crud/picked';
import type { Database } from '~/server/platform/db/client';
import { posts, readTimeOf } from '~/server/platform/db/schema/blog';
import { portfolioItems } from '~/server/platform/db/schema/portfolio';
import { renderMarkdown } from './markdown';

const shown = and(isNull(posts.deletedAt), lte(posts.publishedAt, sql`now()`));
const newestFirst = [desc(posts.publishedAt), desc(posts.id)] as const;

interface LinkedWork {
  images: string[];
  exhibits: unknown;
}

/**
 * Selects the pictures and exhibits of the portfolio item to which a text links first; null if
 * there is none.
 */
const linkedWorkIn = (body: SQLWrapper): SQL<LinkedWork | null> => sql`(
  select jsonb_build_object('images', ${portfolioItems.images}, 'exhibits', ${portfolioItems.exhibits})
  from ${portfolioItems}
  where ${portfolioItems.slug} = substring(${body} from '/portfolio/([a-z0-9-]+)')
    and ${portfolioItems.deletedAt} is null)`;

const cardColumns = {
  id: posts.id,
  slug: posts.slug,
  title: posts.title,
  category: posts.category,
  excerpt: posts.excerpt,
  publishedAt: posts.publishedAt,
  readTime: posts.readTime,
  authorName: posts.authorName,
  authorAvatar: posts.authorAvatar,
  imageUrl: posts.imageUrl,
  imageFocus: posts.imageFocus,
  featured: posts.featured,
  linkedWork: linkedWorkIn(posts.body),
};

const postColumns = {
  ...cardColumns,
  body: posts.body,
  metaTitle: posts.metaTitle,
  metaDescription: posts.metaDescription,
  updatedAt: posts.updatedAt,
};

type Row = typeof posts.$inferSelect;
type Linked = { linkedWork: LinkedWork | null };
type CardRow = Pick<Row, Exclude<keyof typeof cardColumns, 'linkedWork'>> & Linked;
type PostRow = Pick<Row, Exclude<keyof typeof postColumns, 'linkedWork'>> & Linked;

function toCard(row: CardRow): PostCard {
  const { authorName, authorAvatar, publishedAt, linkedWork, ...rest } = row;
  const { images = [], exhibits } = linkedWork ?? {};
  if (!publishedAt) throw new Error('a draft was about to be shown to visitors');
  return {
    ...rest,
    cover: coverOf(rest.imageUrl ? [rest.imageUrl] : images, readExhibits(exhibits)),
    publishedAt: publishedAt.toISOString(),
    author: { name: authorName, avatar: authorAvatar },
  };
}

function toPost(row: PostRow): Post {
  const { body, metaTitle, metaDescription, updatedAt, ...card } = row;
  return {
    ...toCard(card),
    body,
    metaTitle,
    metaDescription,
    updatedAt: updatedAt.toISOString(),
  };
}

/** Posts as visitors see them: published, newest first. */
export function createBlog(db: Database) {
  const all = db
    .select(cardColumns)
    .from(posts)
    .where(shown)
    .orderBy(...newestFirst)
    .limit(listMax)
    .prepare('posts_all');
  const featured = db
    .select(cardColumns)
    .from(posts)
    .where(and(shown, eq(posts.featured, true)))
    .orderBy(...newestFirst)
    .limit(listMax)
    .prepare('posts_featured');
  const latest = db
    .select(postColumns)
    .from(posts)
    .where(shown)
    .orderBy(...newestFirst)
    .limit(sql.placeholder('limit'))
    .prepare('posts_latest');
  const bySlug = db
    .select(postColumns)
    .from(posts)
    .where(and(shown, eq(posts.slug, sql.placeholder('slug'))))
    .prepare('posts_by_slug');
  const byId = db
    .select(postColumns)
    .from(posts)
    .where(and(shown, eq(posts.id, sql.placeholder('id'))))
    .prepare('posts_by_id');
  // False sorts before true, so posts of the same category come first.
  const related = db
    .select(cardColumns)
    .from(posts)
    .where(and(shown, ne(posts.id, sql.placeholder('id'))))
    .orderBy(
      sql`${posts.category} <> ${sql.placeholder('category')}::post_category`,
      ...newestFirst,
    )
    .limit(relatedPostsLimit)
    .prepare('posts_related');
  const nextDue = db
    .select({ publishedAt: posts.publishedAt })
    .from(posts)
    .where(and(isNull(posts.deletedAt), gt(posts.publishedAt, sql`now()`)))
    .orderBy(posts.publishedAt)
    .limit(1)
    .prepare('posts_next_due');

  const dated = db
    .select({ slug: posts.slug, updatedAt: posts.updatedAt })
    .from(posts)
    .where(shown)
    .orderBy(...newestFirst)
    .limit(listMax)
    .prepare('posts_dated');

  const findOne = createFinder<PostRow>(db, {
    table: 'posts',
    missing: 'Post not found',
    bySlug: (slug) => bySlug.execute({ slug }),
    byId: (id) => byId.execute({ id }),
  });

  /** Adds the rendered body and up to three other posts, beginning with posts of the same category. */
  async function toPage({ body, ...post }: Post): Promise<PostPage> {
    const others = await related.execute({ id: post.id, category: post.category });
    return { ...post, ...renderMarkdown(body), related: others.map(toCard) };
  }

  return {
    async list(): Promise<PostCard[]> {
      return (await all.execute()).map(toCard);
    },

    async listFeatured(): Promise<PostCard[]> {
      return (await featured.execute()).map(toCard);
    },

    /** Returns the posts that an editor selected for a block. */
    async listPicked(picked: Picked<PostCategory>): Promise<PostCard[]> {
      const { where, order, limit } = pickedRows(posts, picked, newestFirst);
      const rows = await db
        .select(cardColumns)
        .from(posts)
        .where(and(shown, where))
        .orderBy(...order)
        .limit(limit);
      return rows.map(toCard);
    },

    /** Returns the slugs of posts with the time of the last change. */
    async listDated(): Promise<{ slug: string; updatedAt: Date }[]> {
      return dated.execute();
    },

    /** Returns the latest posts with their bodies. */
    async listLatest(limit: number): Promise<Post[]> {
      return (await latest.execute({ limit })).map(toPost);
    },

    /** Finds a post by current or former slug, or by id if the text is all digits. */
    async get(slugOrId: string): Promise<Post> {
      return toPost(await findOne(slugOrId));
    },

    /** Returns a post for its page. */
    async getPage(slugOrId: string): Promise<PostPage> {
      return toPage(toPost(await findOne(slugOrId)));
    },

    /**
     * Returns a post as its page will show it once a draft is saved and published. A draft without a date is shown as if
     * published now.
     */
    async preview(slug: string, draft: PostDraft): Promise<PostPage> {
      const now = new Date();
      const body = sql`${draft.body}::text`;
      const [read] = await db.execute<{ readTime: number } & Linked>(
        sql`select ${readTimeOf(body)} as "readTime", ${linkedWorkIn(body)} as "linkedWork"`,
      );
      return toPage(
        toPost({
          ...draft,
          ...{ id: draft.id ?? 0, slug, featured: false, metaTitle: '', metaDescription: '' },
          readTime: read?.readTime ?? 1,
          linkedWork: read?.linkedWork ?? null,
          publishedAt: draft.publishedAt ? new Date(draft.publishedAt) : now,
          updatedAt: now,
        }),
      );
    },

    /** Returns when the next scheduled post will be published; undefined if there is none. */
    async nextPublication(): Promise<Date | undefined> {
      return (await nextDue.execute())[0]?.publishedAt ?? undefined;
    },
  };
}

export type Blog = ReturnType<typeof createBlog>;
