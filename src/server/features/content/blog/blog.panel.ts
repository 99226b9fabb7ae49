import { desc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';

import type { AdminPost, PostUpdate, postFieldsSchema } from '~/contract/blog/blog-form-schema';
import type { PostStatus } from '~/contract/blog/post-statuses';
import { AppError } from '~/contract/common/errors';
import type { ListQuery, Page } from '~/contract/common/paging';
import { contentTypes } from '~/contract/content/content-types';
import { searchRows } from '~/server/features/content/crud/crud-search';
import { createCrud } from '~/server/features/content/crud/crud-service';
import { type Actor, nameOf, personOf } from '~/server/platform/audit/audit';
import type { Database } from '~/server/platform/db/client';
import { posts } from '~/server/platform/db/schema/blog';

type Row = typeof posts.$inferSelect;

function statusOf({ publishedAt }: Pick<Row, 'publishedAt'>, now: Date): PostStatus {
  if (!publishedAt) return 'draft';
  return publishedAt > now ? 'scheduled' : 'published';
}

/** Returns a post for the panel; includes drafts and scheduled posts. */
function toAdminPost(row: Row, now = new Date()): AdminPost {
  const { createdAt, updatedAt, deletedAt, publishedAt, ...rest } = row;
  return {
    ...rest,
    status: statusOf(row, now),
    publishedAt: publishedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    deletedAt: deletedAt?.toISOString() ?? null,
  };
}

const status = sql<string>`case
  when ${posts.deletedAt} is not null then 'trash'
  when ${posts.publishedAt} is null then 'draft'
  when ${posts.publishedAt} > now() then 'scheduled' else 'published' end`;

/** Posts as admins manage them. */
export function createBlogAdmin(db: Database) {
  const crud = createCrud(db, {
    table: posts,
    noun: contentTypes.blog.noun,
    title: contentTypes.blog.title,
    missing: 'Post not found',
  });

  return {
    ...crud,

    async search(request: ListQuery): Promise<Page<AdminPost>> {
      const page = await searchRows(db, request, {
        table: posts,
        searched: [posts.title, posts.slug, posts.excerpt],
        status,
        sorts: {
          title: posts.title,
          publishedAt: posts.publishedAt,
          category: posts.category,
          createdAt: posts.createdAt,
        },
        // Sorts drafts first.
        inOrder: [desc(posts.publishedAt), desc(posts.id)],
      });
      return { ...page, rows: page.rows.map((row) => toAdminPost(row)) };
    },

    async get(id: number): Promise<AdminPost> {
      const [row] = await db.select().from(posts).where(eq(posts.id, id));
      if (!row) throw new AppError('NOT_FOUND', 'Post not found');
      return toAdminPost(row);
    },

    async create(actor: Actor, fields: z.output<typeof postFieldsSchema>) {
      const authorName =
        fields.authorName ?? (actor === 'system' ? nameOf(actor) : personOf(actor));
      return toAdminPost(await crud.create(actor, { ...fields, authorName }));
    },

    async update(actor: Actor, { id, expectedUpdatedAt, ...fields }: PostUpdate) {
      return toAdminPost(await crud.update(actor, id, fields, expectedUpdatedAt));
    },

    async restore(actor: Actor, id: number) {
      return toAdminPost(await crud.restore(actor, id));
    },
  };
}

export type BlogAdmin = ReturnType<typeof createBlogAdmin>;
