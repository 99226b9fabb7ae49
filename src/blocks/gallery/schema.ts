import { z } from 'zod';

import { pictureSchema, titleField } from '~/blocks/block-fields-schema';

const picturesMax = 24;

/** Pictures side by side. */
export const gallerySchema = z.object({
  type: z.literal('gallery'),
  title: titleField,
  pictures: z
    .array(pictureSchema)
    .min(1, 'Please add a picture')
    .max(picturesMax, `Please keep this to ${picturesMax} pictures`),
});
