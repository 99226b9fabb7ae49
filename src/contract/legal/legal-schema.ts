import { z } from 'zod';

import type { CookieEntry, LegalText } from './legal';

export const legalTextSchema = z.object({
  title: z.string(),
  lead: z.string(),
  version: z.string(),
  updatedOn: z.iso.date(),
  effectiveOn: z.iso.date(),
  sections: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      blocks: z.array(z.union([z.string(), z.array(z.string())])),
    }),
  ),
}) satisfies z.ZodType<LegalText>;

export const cookieEntrySchema = z.object({
  name: z.string(),
  kind: z.enum(['Cookie', 'Local storage', 'Session storage']),
  purpose: z.string(),
  lifetime: z.string(),
}) satisfies z.ZodType<CookieEntry>;
