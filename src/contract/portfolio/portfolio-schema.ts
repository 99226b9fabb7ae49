import { z } from 'zod';

import { categorySchema } from '~/contract/services/services-schema';
import { workCoverSchema } from './cover-schema';
import { readExhibitSchema } from './exhibits-schema';

/**
 * Portfolio item. The REST API fixes the field names, including their mix of snake_case and
 * camelCase.
 */
export const portfolioItemSchema = z.object({
  id: z.int(),
  title: z.string(),
  slug: z.string(),
  description: z.string(),
  category: categorySchema,
  client_name: z.string(),
  project_url: z.string().nullable(),
  liveUrl: z.string().nullable(),
  githubUrl: z.string().nullable(),
  images: z.array(z.string()),
  technologies: z.array(z.string()),
  featured: z.boolean(),
  /** Case study: problem, approach and result. */
  problem: z.string(),
  approach: z.string(),
  result: z.string(),
  outcome: z.object({ value: z.string(), label: z.string() }).nullable(),
  /** Duration of the project in weeks; null if not published. */
  weeks: z.int().nullable(),
  people: z.int().nullable(),
  priceFrom: z.string().nullable().describe('Decimal'),
  priceTo: z.string().nullable().describe('Decimal; equal for a single price'),
  hoursQuoted: z.number().nullable(),
  hoursTaken: z.number().nullable(),
  /** Exhibits, drawn from numbers or uploaded pictures, in order. */
  exhibits: z.array(readExhibitSchema),
  createdAt: z.iso.datetime(),
});
export type PortfolioItem = z.output<typeof portfolioItemSchema>;

/** Fields of an item's card. */
export const portfolioCardSchema = portfolioItemSchema
  .pick({
    id: true,
    title: true,
    slug: true,
    description: true,
    category: true,
    client_name: true,
    technologies: true,
    featured: true,
    outcome: true,
  })
  .extend({ cover: workCoverSchema.nullable() });
export type PortfolioCard = z.output<typeof portfolioCardSchema>;

/**
 * Fields of an item on the landing page. There are few of them, because the initial HTML of the
 * landing page contains them.
 */
export const featuredCardSchema = portfolioCardSchema.pick({
  id: true,
  title: true,
  slug: true,
  client_name: true,
  cover: true,
  outcome: true,
});
export type FeaturedCard = z.output<typeof featuredCardSchema>;

const portfolioLinkSchema = portfolioCardSchema.pick({
  slug: true,
  title: true,
  client_name: true,
  cover: true,
});
export type PortfolioLink = z.output<typeof portfolioLinkSchema>;

/** Previous and next item, wrapping around at the ends; null only if there is a single item. */
export const portfolioNeighboursSchema = z.object({
  previous: portfolioLinkSchema.nullable(),
  next: portfolioLinkSchema.nullable(),
});
export type PortfolioNeighbours = z.output<typeof portfolioNeighboursSchema>;
