import { z } from 'zod';

import { optionMax } from '~/contract/common/limits';
import { isStorable } from '~/contract/common/text-schema';
import { categories } from './categories';
import { priceKinds, priceUnits } from './services';

export const categorySchema = z.enum(categories, 'Unknown category');

/** A slug or a numeric id, as in a URL. */
export const slugSchema = z
  .string('An address is needed')
  .min(1, 'An address is needed')
  .max(optionMax, 'This address is too long')
  .refine(isStorable, 'This address holds characters that cannot be stored');

/** Slug to look up. An invalid slug is not an input error: it becomes the empty slug, which is never found. */
export const soughtSlugSchema = z
  .string('An address is needed')
  .transform((text) => (slugSchema.safeParse(text).success ? text : ''));

export const serviceSchema = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  detailedDescription: z.string(),
  /** Starting price as a decimal string with two places, in the agency's currency. */
  price: z.string().meta({ description: 'Decimal string with two places', examples: ['1299.00'] }),
  priceUnit: z.enum(priceUnits).describe('Unit of the price'),
  priceKind: z.enum(priceKinds).describe('Whether it is a minimum, or exact'),
  category: categorySchema,
  features: z.array(z.string()),
  metaTitle: z.string(),
  metaDescription: z.string(),
  /** Keywords, separated by commas. */
  keywords: z.string(),
  heroTitle: z.string(),
  heroSubtitle: z.string(),
  ctaText: z.string(),
  timeline: z.string(),
  imageUrl: z.string().nullable(),
  featured: z.boolean(),
  processSteps: z.array(z.object({ title: z.string(), description: z.string() })),
  deliverables: z.array(z.string()),
  /**
   * Id of the form that is offered as a brief once a quote or request for the service has been
   * sent.
   */
  briefFormId: z.int().nullable(),
  isActive: z.boolean(),
});
export type Service = z.output<typeof serviceSchema>;

/**
 * Fields of a service's card. There are few of them, because the initial HTML of a page contains
 * them.
 */
export const serviceCardSchema = serviceSchema.pick({
  id: true,
  slug: true,
  name: true,
  description: true,
  price: true,
  priceUnit: true,
  priceKind: true,
  category: true,
  imageUrl: true,
  timeline: true,
});
export type ServiceCard = z.output<typeof serviceCardSchema>;
