import { z } from 'zod';

import { pictureSchema } from '~/blocks/block-fields-schema';

/** One picture. */
export const pictureBlockSchema = z.object({
  type: z.literal('picture'),
  picture: pictureSchema,
  /** As wide as a text, as the page's columns, or as the window. */
  width: z.enum(['column', 'page', 'window']).default('page'),
  /** Whole, or cut around its focal point. */
  shape: z.enum(['whole', 'wide', 'square']).default('whole'),
});
