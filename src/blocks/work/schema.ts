import { z } from 'zod';

import { pickedShape, titleField } from '~/blocks/block-fields-schema';
import { featuredCardSchema } from '~/contract/portfolio/portfolio-schema';
import { categories } from '~/contract/services/categories';

/** Items of the portfolio. */
export const workSchema = z.object({
  type: z.literal('work'),
  title: titleField,
  pick: z.enum(['featured', 'all', 'category', 'chosen']).default('featured'),
  ...pickedShape,
  category: z.enum(categories, 'Unknown category').default('website'),
});

export const shownWorkSchema = z.object({
  type: z.literal('work'),
  title: z.string(),
  items: z.array(featuredCardSchema),
});
