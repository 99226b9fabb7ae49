import { z } from 'zod';

/** Maximum lengths of the fields of a lead's source. Longer values are truncated. */
export const visitPageMax = 200;
export const visitHostMax = 100;
export const utmMax = 100;

/**
 * Returns the schema of a text, which is truncated. Converts all other values to undefined, so that
 * a lead is never rejected because of its source.
 */
const cut = (max: number, what: string) =>
  z
    .string()
    .transform((value) => storable(value, max))
    .optional()
    .catch(undefined)
    .describe(`${what}; cut to ${max} characters`);

/** Returns a single-line text that PostgreSQL can store. */
function storable(value: string, max: number): string {
  const line = value.slice(0, 4 * max).replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ');
  return [...line.trim()].slice(0, max).join('').trim();
}

/** Visit that led to a lead, as sent by the site's forms and by REST callers. */
export const cameFromSchema = z
  .object({
    page: cut(visitPageMax, 'Path of the first page of the visit'),
    host: cut(visitHostMax, 'Host that the visit came from; empty for a direct visit'),
    utmSource: cut(utmMax, 'utm_source of the first page'),
    utmMedium: cut(utmMax, 'utm_medium'),
    utmCampaign: cut(utmMax, 'utm_campaign'),
    utmTerm: cut(utmMax, 'utm_term'),
    utmContent: cut(utmMax, 'utm_content'),
  })
  .optional()
  .catch(undefined)
  .describe('Visit that led to it. Unusable parts are dropped, never rejected');
export type CameFrom = z.output<typeof cameFromSchema>;

/** Source of a lead as shown to admins. */
export const leadSourceShape = {
  leadSource: z
    .string()
    .nullable()
    .describe('utm_source, or the referring host; empty for a direct visit, null if unknown'),
  referringHost: z.string(),
  firstPage: z.string(),
  utmSource: z.string(),
  utmMedium: z.string(),
  utmCampaign: z.string(),
  utmTerm: z.string(),
  utmContent: z.string(),
};
