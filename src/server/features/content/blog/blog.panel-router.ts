import { z } from 'zod';

import {
  adminPostSchema,
  postFieldsSchema,
  postUpdateSchema,
} from '~/contract/blog/blog-form-schema';
import { postStatuses } from '~/contract/blog/post-statuses';
import { createCrudRouter } from '~/server/features/content/crud/crud-router';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { BlogAdmin } from './blog.panel';
import { renderMarkdown } from './markdown';

const createCrud = (blog: BlogAdmin) =>
  createCrudRouter({
    path: 'blog',
    nouns: 'posts',
    statuses: [...postStatuses, 'trash'],
    sorts: ['title', 'publishedAt', 'category', 'createdAt'],
    fields: postFieldsSchema,
    update: postUpdateSchema,
    row: adminPostSchema,
    service: blog,
    permissions: { read: 'content.read', write: 'content.write' },
  });

export const createBlogAdminRouter = ({ blog }: { blog: BlogAdmin }) => {
  // Posts are sorted by date, so they cannot be reordered.
  const { reorder, ...managed } = createCrud(blog)._def.record;
  return router({
    ...managed,

    /** The body as readers will see it. */
    preview: adminProcedure('content.write')
      .input(z.object({ body: postFieldsSchema.shape.body.unwrap() }))
      .output(z.object({ html: z.string() }))
      // No query, since a post can be longer than a URL.
      .mutation(({ input }) => ({ html: renderMarkdown(input.body).html })),
  });
};
