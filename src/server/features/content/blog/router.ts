import { z } from 'zod';

import { postCardSchema, postPageSchema, postSchema } from '~/contract/blog/blog-schema';
import { soughtSlugSchema } from '~/contract/services/services-schema';
import { publicProcedure, router } from '~/server/platform/trpc/trpc';

const shows = ['posts'] as const;
const tags = ['Blog'];

export const blogRouter = router({
  list: publicProcedure
    .meta({
      shows,
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
    .query(({ ctx }) => ctx.domain.blog.list()),

  featured: publicProcedure
    .meta({
      shows,
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
    .query(({ ctx }) => ctx.domain.blog.listFeatured()),

  get: publicProcedure
    .meta({
      shows,
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
    .query(({ ctx, input }) => ctx.domain.blog.get(input.slug)),

  page: publicProcedure
    .meta({ shows })
    .input(z.object({ slug: soughtSlugSchema }))
    .output(postPageSchema)
    .query(({ ctx, input }) => ctx.domain.blog.getPage(input.slug)),
});
