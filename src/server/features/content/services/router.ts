import { z } from 'zod';

import {
  categorySchema,
  serviceCardSchema,
  serviceSchema,
  slugSchema,
  soughtSlugSchema,
} from '~/contract/services/services-schema';
import { publicProcedure, router } from '~/server/platform/trpc/trpc';

const shows = ['services'] as const;
const tags = ['Services'];

export const servicesRouter = router({
  list: publicProcedure
    .meta({
      shows,
      openapi: {
        method: 'GET',
        path: '/services',
        tags,
        protect: false,
        summary: 'Active services',
      },
    })
    .input(z.void())
    .output(z.array(serviceSchema))
    .query(({ ctx }) => ctx.domain.services.list()),

  cards: publicProcedure
    .meta({ shows })
    .input(z.void())
    .output(z.array(serviceCardSchema))
    .query(({ ctx }) => ctx.domain.services.listCards()),

  byCategory: publicProcedure
    .meta({
      shows,
      openapi: {
        method: 'GET',
        path: '/services/category/{category}',
        tags,
        protect: false,
        summary: 'Active services of one category',
        errorResponses: [400],
      },
    })
    .input(z.object({ category: categorySchema }))
    .output(z.array(serviceSchema))
    .query(({ ctx, input }) => ctx.domain.services.listByCategory(input.category)),

  related: publicProcedure
    .meta({ shows })
    .input(z.object({ category: categorySchema, slug: slugSchema }))
    .output(z.array(serviceCardSchema))
    .query(({ ctx, input }) => ctx.domain.services.listRelated(input)),

  get: publicProcedure
    .meta({
      shows,
      openapi: {
        method: 'GET',
        path: '/services/{slug}',
        tags,
        protect: false,
        summary: 'One service, by slug or by numeric id',
        errorResponses: [404],
      },
    })
    .input(z.object({ slug: soughtSlugSchema }))
    .output(serviceSchema)
    .query(({ ctx, input }) => ctx.domain.services.get(input.slug)),
});
