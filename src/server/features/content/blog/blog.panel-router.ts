import { contentSchemas } from '~/contract/content/content-schemas';
import { contentTypes } from '~/contract/content/content-types';
import { createCrudRouter } from '~/server/features/content/crud/crud-router';
import { router } from '~/server/platform/trpc/trpc';
import type { BlogAdmin } from './blog.panel';

const createCrud = (blog: BlogAdmin) =>
  createCrudRouter({
    ...contentTypes.blog,
    ...contentSchemas.blog,
    service: blog,
    isDraft: ({ publishedAt = null }) => publishedAt === null,
  });

export const createBlogAdminRouter = ({ blog }: { blog: BlogAdmin }) => {
  // Posts are sorted by date, so admins cannot reorder them.
  const { reorder, ...managed } = createCrud(blog)._def.record;
  return router(managed);
};
