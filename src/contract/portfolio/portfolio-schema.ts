import { z } from 'zod';
import { categorySchema } from '~/contract/services/services-schema';
import type { PortfolioCard, PortfolioItem, PortfolioLink, PortfolioNeighbours } from './portfolio';

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
  problem: z.string(),
  approach: z.string(),
  result: z.string(),
  outcome: z.object({ value: z.string(), label: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
}) satisfies z.ZodType<PortfolioItem>;

export const portfolioCardSchema = portfolioItemSchema.pick({
  id: true,
  title: true,
  slug: true,
  description: true,
  category: true,
  client_name: true,
  images: true,
  technologies: true,
  featured: true,
  outcome: true,
}) satisfies z.ZodType<PortfolioCard>;

const portfolioLinkSchema = portfolioItemSchema.pick({
  slug: true,
  title: true,
  client_name: true,
  images: true,
}) satisfies z.ZodType<PortfolioLink>;

export const portfolioNeighboursSchema = z.object({
  previous: portfolioLinkSchema.nullable(),
  next: portfolioLinkSchema.nullable(),
}) satisfies z.ZodType<PortfolioNeighbours>;
