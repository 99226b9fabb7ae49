import { z } from 'zod';

import { focusSchema } from '~/contract/common/focus-schema';
import { workCoverSchema } from '~/contract/portfolio/cover-schema';
import { postCategories } from './blog';

/** A published post in lists. */
export const postCardSchema = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  category: z.enum(postCategories),
  excerpt: z.string(),
  publishedAt: z.iso.datetime(),
  /** Reading time in minutes. */
  readTime: z.int().describe('Minutes'),
  author: z.object({ name: z.string(), avatar: z.string().nullable() }),
  imageUrl: z.string().nullable(),
  cover: workCoverSchema
    .nullable()
    .describe('The picture, or the cover of the first piece of work that the post links to'),
  /** Focal point of the cover, in percent. */
  imageFocus: focusSchema.describe(
    'Point that stays visible when the cover is cropped, in percent',
  ),
  featured: z.boolean(),
});
export type PostCard = z.output<typeof postCardSchema>;

export const postSchema = postCardSchema.extend({
  /** Markdown. */
  body: z.string().describe('Markdown'),
  metaTitle: z.string(),
  metaDescription: z.string(),
  updatedAt: z.iso.datetime(),
});
export type Post = z.output<typeof postSchema>;

/** A post with its rendered body. */
export const postPageSchema = postSchema.omit({ body: true }).extend({
  /** Safe HTML: rendered from Markdown, with the author's HTML escaped. */
  html: z.string(),
  /** Headings of the second level, for links to them. */
  headings: z.array(z.object({ id: z.string(), text: z.string() })),
  related: z.array(postCardSchema),
});
export type PostPage = z.output<typeof postPageSchema>;
