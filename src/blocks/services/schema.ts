import { z } from 'zod';

import { pickedShape, titleField } from '~/blocks/block-fields-schema';
import { categories } from '~/contract/services/categories';
import { serviceCardSchema } from '~/contract/services/services-schema';

/** Services of the catalog. */
export const servicesBlockSchema = z.object({
  type: z.literal('services'),
  title: titleField,
  pick: z.enum(['all', 'featured', 'category', 'chosen']).default('all'),
  ...pickedShape,
  category: z.enum(categories, 'Unknown category').default('website'),
});

export const shownServicesSchema = z.object({
  type: z.literal('services'),
  title: z.string(),
  services: z.array(serviceCardSchema),
});
