import { z } from 'zod';

import { homeServicesLimit } from '~/contract/common/limits';
import { categories } from '~/contract/services/categories';
import {
  categorySchema,
  serviceCardSchema,
  serviceSchema,
  slugSchema,
  soughtSlugSchema,
} from '~/contract/services/services-schema';
import { publicProcedure, router } from '~/server/platform/trpc/trpc';
import type { Services } from './services.service';

const cacheTags = ['services'] as const;
const tags = ['Services'];

export const createServicesRouter = ({ services }: { services: Services }) =>
  router({
    list: publicProcedure
      .meta({
        cacheTags,
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
      .query(() => services.list()),

    cards: publicProcedure
      .meta({ cacheTags })
      .input(z.void())
      .output(z.array(serviceCardSchema))
      .query(() => services.listCards()),

    /** Returns only the cards of the landing page, to keep the page small. */
    firstCards: publicProcedure
      .meta({ cacheTags })
      .input(z.void())
      .output(z.array(serviceCardSchema))
      .query(async () => (await services.listCards()).slice(0, homeServicesLimit)),

    byCategory: publicProcedure
      .meta({
        cacheTags,
        openapi: {
          method: 'GET',
          path: '/services/category/{category}',
          tags,
          protect: false,
          summary: 'Active services of one category',
          errorResponses: [400],
        },
      })
      .input(z.object({ category: z.enum(categories, 'Failed to fetch related services') }))
      .output(z.array(serviceSchema))
      .query(({ input }) => services.listByCategory(input.category)),

    related: publicProcedure
      .meta({ cacheTags })
      .input(z.object({ category: categorySchema, slug: slugSchema }))
      .output(z.array(serviceCardSchema))
      .query(({ input }) => services.listRelated(input)),

    get: publicProcedure
      .meta({
        cacheTags,
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
      .query(({ input }) => services.get(input.slug)),
  });
