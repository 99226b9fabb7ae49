import { z } from 'zod';

import { titleField } from '~/blocks/block-fields-schema';
import { exhibitSchema } from '~/contract/portfolio/exhibits-schema';

/** A drawing from numbers or an own picture, as case studies have them. */
export const exhibitBlockSchema = z.object({
  type: z.literal('exhibit'),
  title: titleField,
  exhibit: exhibitSchema,
});
