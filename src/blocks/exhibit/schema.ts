import { z } from 'zod';

import { titleField } from '~/blocks/block-fields-schema';
import { exhibitSchema } from '~/contract/portfolio/exhibits-schema';

/** Drawing made from numbers or pictures, as in case studies. */
export const exhibitBlockSchema = z.object({
  type: z.literal('exhibit'),
  title: titleField,
  exhibit: exhibitSchema,
});
