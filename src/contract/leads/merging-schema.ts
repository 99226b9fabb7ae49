import { z } from 'zod';

import { idSchema } from '~/contract/common/paging-schema';

export const mergeQuoteSchema = idSchema.extend({
  /** Quote that remains after the merge. */
  into: idSchema.shape.id,
});

const relatedQuoteSchema = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  company: z.string(),
  serviceName: z.string(),
  createdAt: z.iso.datetime(),
});

export const possibleDuplicateSchema = relatedQuoteSchema.extend({
  /** Field that is equal in both quotes. */
  same: z.enum(['email', 'phone', 'company']),
});
export type PossibleDuplicate = z.output<typeof possibleDuplicateSchema>;

export const mergedQuoteSchema = relatedQuoteSchema.extend({
  phone: z.string(),
  budget: z.string(),
  timeline: z.string(),
  projectDetails: z.string(),
});
export type MergedQuote = z.output<typeof mergedQuoteSchema>;
