import { z } from 'zod';

import { linksField, shortField } from '~/blocks/block-fields-schema';
import { line } from '~/contract/common/text-schema';

/** Large heading. As the first block of a page, it serves as the page's title. */
export const headingSchema = z.object({
  type: z.literal('heading'),
  title: line({ min: 1, minMessage: 'Please enter a heading', max: 160 }),
  lead: shortField,
  links: linksField,
});
