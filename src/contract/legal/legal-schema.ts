import { z } from 'zod';

export const legalTextSchema = z.object({
  title: z.string(),
  lead: z.string(),
  version: z.string(),
  /** ISO dates, without a time. */
  updatedOn: z.iso.date(),
  effectiveOn: z.iso.date(),
  sections: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      blocks: z.array(z.union([z.string(), z.array(z.string())])),
    }),
  ),
});
export type LegalText = z.output<typeof legalTextSchema>;

/** Something that this site stores in a visitor's browser. */
export const cookieEntrySchema = z.object({
  name: z.string(),
  kind: z.enum(['Cookie', 'Local storage', 'Session storage']),
  purpose: z.string(),
  lifetime: z.string(),
});
export type CookieEntry = z.output<typeof cookieEntrySchema>;
