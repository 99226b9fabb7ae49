import type { z } from 'zod';

import { adminPostSchema, postFieldsSchema } from '~/contract/blog/blog-form-schema';
import { adminPlanSchema, planFieldsSchema } from '~/contract/plans/plans-form-schema';
import {
  adminPortfolioItemSchema,
  portfolioFieldsSchema,
} from '~/contract/portfolio/portfolio-form-schema';
import { adminServiceSchema, serviceFieldsSchema } from '~/contract/services/services-form-schema';
import type { ContentKey } from './content-types';

/** What an admin writes of a content type, and how the panel reads it back. */
export const contentSchemas: Record<ContentKey, { fields: z.ZodObject; row: z.ZodObject }> = {
  services: { fields: serviceFieldsSchema, row: adminServiceSchema },
  portfolio: { fields: portfolioFieldsSchema, row: adminPortfolioItemSchema },
  blog: { fields: postFieldsSchema, row: adminPostSchema },
  plans: { fields: planFieldsSchema, row: adminPlanSchema },
};
