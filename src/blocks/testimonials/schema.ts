import { z } from 'zod';

import { pickedShape, titleField } from '~/blocks/block-fields-schema';
import { testimonialSchema } from '~/contract/testimonials/testimonials-schema';

/** Testimonials. Even selected ones are left out if they are not published or lack consent. */
export const testimonialsSchema = z.object({
  type: z.literal('testimonials'),
  title: titleField,
  pick: z.enum(['first', 'chosen']).default('first'),
  ids: pickedShape.ids,
  limit: z.int().min(1).max(20).default(3),
});

export const shownTestimonialsSchema = z.object({
  type: z.literal('testimonials'),
  title: z.string(),
  testimonials: z.array(testimonialSchema),
});
