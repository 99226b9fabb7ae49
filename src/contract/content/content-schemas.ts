import type { z } from 'zod';

import {
  adminPostSchema,
  postFieldsSchema,
  postUpdateSchema,
} from '~/contract/blog/blog-form-schema';
import {
  adminCustomPageSchema,
  customPageFieldsSchema,
  customPageUpdateSchema,
} from '~/contract/custom-pages/custom-pages-schema';
import { adminFormSchema, formFieldsSchema, formUpdateSchema } from '~/contract/forms/forms-schema';
import {
  adminPlanSchema,
  planFieldsSchema,
  planUpdateSchema,
} from '~/contract/plans/plans-form-schema';
import {
  adminPortfolioItemSchema,
  portfolioFieldsSchema,
  portfolioUpdateSchema,
} from '~/contract/portfolio/portfolio-form-schema';
import {
  adminServiceSchema,
  serviceFieldsSchema,
  serviceUpdateSchema,
} from '~/contract/services/services-form-schema';
import {
  adminTestimonialSchema,
  testimonialFieldsSchema,
  testimonialUpdateSchema,
} from '~/contract/testimonials/testimonials-form-schema';
import type { ContentKey } from './content-types';

/** Input and output schemas of the content types in the panel. */
export const contentSchemas = {
  services: { fields: serviceFieldsSchema, update: serviceUpdateSchema, row: adminServiceSchema },
  portfolio: {
    fields: portfolioFieldsSchema,
    update: portfolioUpdateSchema,
    row: adminPortfolioItemSchema,
  },
  blog: { fields: postFieldsSchema, update: postUpdateSchema, row: adminPostSchema },
  customPages: {
    fields: customPageFieldsSchema,
    update: customPageUpdateSchema,
    row: adminCustomPageSchema,
  },
  forms: { fields: formFieldsSchema, update: formUpdateSchema, row: adminFormSchema },
  testimonials: {
    fields: testimonialFieldsSchema,
    update: testimonialUpdateSchema,
    row: adminTestimonialSchema,
  },
  plans: { fields: planFieldsSchema, update: planUpdateSchema, row: adminPlanSchema },
} satisfies Record<ContentKey, Record<'fields' | 'update' | 'row', z.ZodObject>>;
