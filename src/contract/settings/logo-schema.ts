import { z } from 'zod';

/** A stored image: cleaned, and small enough to be part of a setting. */
const brandImageSchema = z.object({
  type: z.enum(['svg', 'png']),
  /** Text of an SVG, or a PNG in base64. */
  data: z.string().min(1).max(60_000, 'This picture is too large. Please use one under 40 KB'),
  /** Width in pixels, measured by the server. */
  width: z.int().min(1).max(10_000).default(1),
  height: z.int().min(1).max(10_000).default(1),
});
export type BrandImage = z.output<typeof brandImageSchema>;

/** The agency's logo and icon; null for the product's mark. */
export const logoSchema = z
  .object({
    light: brandImageSchema,
    /** Logo for the dark theme; null if the other logo suits both themes. */
    dark: brandImageSchema.nullable(),
    /** True if the logo contains the agency's name. The name is then not shown beside it. */
    hasName: z.boolean(),
    /** Favicon; null for one made from the logo or the agency's initial. */
    icon: brandImageSchema.nullable(),
  })
  .nullable();
export type Logo = z.output<typeof logoSchema>;
