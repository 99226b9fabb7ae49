import { z } from 'zod';

import { pickedShape, titleField } from '~/blocks/block-fields-schema';
import { postCategories } from '~/contract/blog/blog';
import { postCardSchema } from '~/contract/blog/blog-schema';

/** Posts of the agency's blog. */
export const postsSchema = z.object({
  type: z.literal('posts'),
  title: titleField,
  pick: z.enum(['newest', 'featured', 'category', 'chosen']).default('newest'),
  ...pickedShape,
  category: z.enum(postCategories, 'Unknown category').default('Technology'),
});

export const shownPostsSchema = z.object({
  type: z.literal('posts'),
  title: z.string(),
  posts: z.array(postCardSchema),
});
