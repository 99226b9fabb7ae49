import { z } from 'zod';

/** A drawing as it is stored: made safe, and small enough to be part of a setting. */
const brandImageSchema = z.object({
  type: z.enum(['svg', 'png']),
  /** The text of an SVG, or a PNG in base64. */
  data: z.string().min(1).max(60_000, 'This picture is too large. Please use one under 40 KB'),
  /** In pixels; the server measures it. */
  width: z.int().min(1).max(10_000).default(1),
  height: z.int().min(1).max(10_000).default(1),
});
export type BrandImage = z.output<typeof brandImageSchema>;

/** The agency's marks; null for the mark of the product. */
export const logoSchema = z
  .object({
    light: brandImageSchema,
    /** For the dark theme; null where the other suits both. */
    dark: brandImageSchema.nullable(),
    /** Whether the logo spells the agency's name, which is then not written beside it. */
    hasName: z.boolean(),
    /** For the browser's tab; null for one made of the logo or the agency's initial. */
    icon: brandImageSchema.nullable(),
  })
  .nullable();
export type Logo = z.output<typeof logoSchema>;
