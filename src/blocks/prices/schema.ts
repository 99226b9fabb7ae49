import { z } from 'zod';

import { shortField, titleField } from '~/blocks/block-fields-schema';
import { planSchema } from '~/contract/plans/plans-schema';
import { serviceCardSchema } from '~/contract/services/services-schema';

/** Prices: of the plans, or a list with the price of each service. */
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
  /** Empty if plans are shown. */
  plans: z.array(planSchema),
  services: z.array(serviceCardSchema),
  /** True if plans can be paid for on this site. */
  isPayable: z.boolean(),
});
