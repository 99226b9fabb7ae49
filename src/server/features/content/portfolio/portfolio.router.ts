import { z } from 'zod';

import { homePortfolioLimit } from '~/contract/common/limits';
import {
  featuredCardSchema,
  portfolioCardSchema,
  portfolioItemSchema,
  portfolioNeighboursSchema,
} from '~/contract/portfolio/portfolio-schema';
import { soughtSlugSchema } from '~/contract/services/services-schema';
import { publicProcedure, router } from '~/server/platform/trpc/trpc';
import type { Portfolio } from './portfolio.service';

const cacheTags = ['portfolio_items'] as const;
const tags = ['Portfolio'];

export const createPortfolioRouter = ({ portfolio }: { portfolio: Portfolio }) =>
  router({
    list: publicProcedure
      .meta({
        cacheTags,
        openapi: {
          method: 'GET',
          path: '/portfolio',
          tags,
          protect: false,
          summary: 'Finished work',
        },
      })
      .input(z.void())
      .output(z.array(portfolioItemSchema))
      .query(() => portfolio.list()),

    featured: publicProcedure
      .meta({
        cacheTags,
        openapi: {
          method: 'GET',
          path: '/portfolio/featured',
          tags,
          protect: false,
          summary: 'Featured work',
        },
      })
      .input(z.void())
      .output(z.array(portfolioItemSchema))
      .query(() => portfolio.listFeatured()),

    cards: publicProcedure
      .meta({ cacheTags })
      .input(z.void())
      .output(z.array(portfolioCardSchema))
      .query(() => portfolio.listCards()),

    featuredCards: publicProcedure
      .meta({ cacheTags })
      .input(z.void())
      .output(z.array(featuredCardSchema))
      .query(() => portfolio.listFeaturedCards(homePortfolioLimit)),

    get: publicProcedure
      .meta({
        cacheTags,
        openapi: {
          method: 'GET',
          path: '/portfolio/{slug}',
          tags,
          protect: false,
          summary: 'One portfolio item, by slug or by numeric id',
          errorResponses: [404],
        },
      })
      .input(z.object({ slug: soughtSlugSchema }))
      .output(portfolioItemSchema)
      .query(({ input }) => portfolio.get(input.slug)),

    neighbours: publicProcedure
      .meta({ cacheTags })
      .input(z.object({ slug: soughtSlugSchema }))
      .output(portfolioNeighboursSchema)
      .query(({ input }) => portfolio.getNeighbours(input.slug)),
  });
