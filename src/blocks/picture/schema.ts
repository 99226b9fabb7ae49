import { z } from 'zod';

import { pictureSchema } from '~/blocks/block-fields-schema';

/** A block with a single picture. */
export const pictureBlockSchema = z.object({
  type: z.literal('picture'),
  picture: pictureSchema,
  /** Width of a text column, of the page's columns, or of the window. */
  width: z.enum(['column', 'page', 'window']).default('page'),
  /** Shape: the whole picture, or cropped around its focal point. */
  shape: z.enum(['whole', 'wide', 'square']).default('whole'),
});
