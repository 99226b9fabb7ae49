import { z } from 'zod';

import {
  firstPriceField,
  linkField,
  listItemsMax,
  longText,
  optionalText,
  priceField,
  shortText,
  slugField,
  textList,
} from '~/contract/common/fields-schema';
import { int4Max, nameMax, optionMax, textMax } from '~/contract/common/limits';
import { idSchema, versionShape } from '~/contract/common/paging-schema';
import { text } from '~/contract/common/text-schema';
import { priceKinds, priceUnits } from './services';
import { categorySchema, serviceSchema } from './services-schema';

/** Fields of a service in forms and in the REST API. All of them are optional in an update. */
const fields = {
  name: text({ min: 1, minMessage: 'Name is required', max: nameMax }),
  description: text({ min: 1, minMessage: 'Short description is required', max: textMax }),
  category: categorySchema,
  price: priceField,
  priceUnit: z.enum(priceUnits, `A price unit is one of: ${priceUnits.join(', ')}`),
  priceKind: z.enum(priceKinds, `A price kind is one of: ${priceKinds.join(', ')}`),
  slug: slugField,
  detailedDescription: longText,
  features: textList,
  metaTitle: shortText,
  metaDescription: longText,
  keywords: longText,
  heroTitle: shortText,
  heroSubtitle: longText,
  ctaText: shortText,
  timeline: shortText,
  imageUrl: linkField,
  featured: z.boolean(),
  processSteps: z
    .array(
      z.object({
        title: text({ max: optionMax }),
        description: optionalText(textMax).default(''),
      }),
      'A list is needed',
    )
    .max(listItemsMax, `Please keep this to ${listItemsMax} entries`)
    .nullable()
    .transform((steps) => steps?.filter((step) => step.title !== '') ?? []),
  deliverables: textList,
  briefFormId: z
    .int('Please choose a form')
    .min(1, 'Please choose a form')
    .max(int4Max, 'Please choose a form')
    .nullable(),
  isActive: z.boolean(),
};

export const serviceChangeSchema = z.object(fields).partial();
export const serviceUpdateSchema = serviceChangeSchema.extend({
  ...idSchema.shape,
  ...versionShape,
});
export type ServiceUpdate = z.output<typeof serviceUpdateSchema>;
export const serviceFieldsSchema = serviceChangeSchema.extend({
  name: fields.name,
  description: fields.description,
  category: fields.category.default('website'),
  price: firstPriceField,
});
/** Input for creating or updating a service. */
export type ServiceFields = z.input<typeof serviceFieldsSchema>;
export type ServiceChanges = z.input<typeof serviceChangeSchema>;

export const adminServiceSchema = serviceSchema.extend({
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime().nullable(),
});
export type AdminService = z.output<typeof adminServiceSchema>;
