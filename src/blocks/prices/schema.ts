import { z } from 'zod';

import { shortField, titleField } from '~/blocks/block-fields-schema';
import { planSchema } from '~/contract/plans/plans-schema';
import { serviceCardSchema } from '~/contract/services/services-schema';

/** Shows the prices of the plans, or a price list of services. */
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
  /** Plans; empty if services are shown. */
  plans: z.array(planSchema),
  services: z.array(serviceCardSchema),
  /** True if clients can pay for plans on this site. */
  isPayable: z.boolean(),
});
