import { z } from 'zod';

import { shortField, titleField } from '~/blocks/block-fields-schema';
import { planSchema } from '~/contract/plans/plans-schema';
import { serviceCardSchema } from '~/contract/services/services-schema';

/** Prices: of the plans, or a list of what each service costs. */
export const pricesSchema = z.object({
  type: z.literal('prices'),
  title: titleField,
  text: shortField,
  of: z.enum(['plans', 'services']).default('plans'),
});

export const shownPricesSchema = z.object({
  type: z.literal('prices'),
  title: z.string(),
  text: z.string(),
  /** Empty where the others are shown. */
  plans: z.array(planSchema),
  services: z.array(serviceCardSchema),
  /** Whether plans can be paid for on this site. */
  isPayable: z.boolean(),
});
