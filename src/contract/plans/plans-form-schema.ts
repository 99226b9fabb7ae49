import { z } from 'zod';

import { firstPriceField, longText, priceField, textList } from '~/contract/common/fields-schema';
import { nameMax } from '~/contract/common/limits';
import { idSchema, versionShape } from '~/contract/common/paging-schema';
import { text } from '~/contract/common/text-schema';
import { planSchema } from './plans-schema';

/**
 * Fields of a plan in forms and in the REST API. All of them are optional in an update. Both prices
 * are per month.
 */
const fields = {
  name: text({ min: 1, minMessage: 'Name is required', max: nameMax }),
  description: longText,
  monthlyPrice: priceField,
  yearlyPrice: priceField,
  features: textList,
  popular: z.boolean(),
  isActive: z.boolean(),
};

export const planChangeSchema = z.object(fields).partial();
export const planUpdateSchema = planChangeSchema.extend({ ...idSchema.shape, ...versionShape });
export type PlanUpdate = z.output<typeof planUpdateSchema>;
export const planFieldsSchema = planChangeSchema.extend({
  name: fields.name,
  monthlyPrice: firstPriceField,
  yearlyPrice: firstPriceField,
});
/** Input for creating or updating a plan. */
export type PlanFields = z.input<typeof planFieldsSchema>;
export type PlanChanges = z.input<typeof planChangeSchema>;

export const adminPlanSchema = planSchema.extend({
  isActive: z.boolean(),
  /** Number of live subscriptions. */
  subscribers: z.int(),
  updatedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime().nullable(),
});
export type AdminPlan = z.output<typeof adminPlanSchema>;
