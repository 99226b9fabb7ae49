import { z } from 'zod';

import { linkSchema, shortField } from '~/blocks/block-fields-schema';
import { line } from '~/contract/common/text-schema';

/** Call to action. */
export const callToActionSchema = z.object({
  type: z.literal('callToAction'),
  title: line({ min: 1, minMessage: 'Please enter a title', max: 160 }),
  text: shortField,
  links: z.array(linkSchema).min(1, 'Please add a button').max(2, 'Please use at most two buttons'),
  tone: z.enum(['straw', 'ink']).default('straw'),
});
