import { z } from 'zod';

import { type Post, type PostCard, type PostPage, postCategories } from './blog';

export const postCardSchema = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  category: z.enum(postCategories),
  excerpt: z.string(),
  publishedAt: z.iso.datetime(),
  readTime: z.int().describe('Minutes'),
  author: z.object({ name: z.string(), avatar: z.string().nullable() }),
  imageUrl: z.string().nullable(),
  featured: z.boolean(),
}) satisfies z.ZodType<PostCard>;

export const postSchema = postCardSchema.extend({
  body: z.string().describe('Markdown'),
  metaTitle: z.string(),
  metaDescription: z.string(),
  updatedAt: z.iso.datetime(),
}) satisfies z.ZodType<Post>;

export const postPageSchema = postSchema.omit({ body: true }).extend({
  html: z.string(),
  headings: z.array(z.object({ id: z.string(), text: z.string() })),
  related: z.array(postCardSchema),
}) satisfies z.ZodType<PostPage>;
