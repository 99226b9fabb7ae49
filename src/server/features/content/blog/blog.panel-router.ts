import { z } from 'zod';

import { postFieldsSchema } from '~/contract/blog/blog-form-schema';
import { contentSchemas } from '~/contract/content/content-schemas';
import { contentTypes } from '~/contract/content/content-types';
import { createCrudRouter } from '~/server/features/content/crud/crud-router';
import { adminProcedure, router } from '~/server/platform/trpc/trpc';
import type { BlogAdmin } from './blog.panel';
import { renderMarkdown } from './markdown';

const createCrud = (blog: BlogAdmin) =>
  createCrudRouter({ ...contentTypes.blog, ...contentSchemas.blog, service: blog });

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
