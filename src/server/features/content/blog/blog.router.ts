import { z } from 'zod';

import { postCardSchema, postPageSchema, postSchema } from '~/contract/blog/blog-schema';
import { soughtSlugSchema } from '~/contract/services/services-schema';
import { publicProcedure, router } from '~/server/platform/trpc/trpc';
import type { Blog } from './blog.service';

const cacheTags = ['posts', 'portfolio_items'] as const;
const tags = ['Blog'];

export const createBlogRouter = ({ blog }: { blog: Blog }) =>
  router({
    list: publicProcedure
      .meta({
        cacheTags,
        openapi: {
          method: 'GET',
          path: '/blog',
          tags,
          protect: false,
          summary: 'Published posts, newest first',
        },
      })
      .input(z.void())
      .output(z.array(postCardSchema))
      .query(() => blog.list()),

    featured: publicProcedure
      .meta({
        cacheTags,
        openapi: {
          method: 'GET',
          path: '/blog/featured',
          tags,
          protect: false,
          summary: 'Featured posts',
        },
      })
      .input(z.void())
      .output(z.array(postCardSchema))
      .query(() => blog.listFeatured()),

    get: publicProcedure
      .meta({
        cacheTags,
        openapi: {
          method: 'GET',
          path: '/blog/{slug}',
          tags,
          protect: false,
          summary: 'One post with its body, by slug or by numeric id',
          errorResponses: [404],
        },
      })
      .input(z.object({ slug: soughtSlugSchema }))
      .output(postSchema)
      .query(({ input }) => blog.get(input.slug)),

    page: publicProcedure
      .meta({ cacheTags })
      .input(z.object({ slug: soughtSlugSchema }))
      .output(postPageSchema)
      .query(({ ctx, input }) =>
        ctx.postDraft ? blog.preview(input.slug, ctx.postDraft) : blog.getPage(input.slug),
      ),
  });
