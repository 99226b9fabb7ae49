import { z } from 'zod';

import { optionMax, textMax } from './limits';
import { text } from './text-schema';

/** Field schemas that several forms of the panel use. */

export const listItemsMax = 50;
const urlMax = 2000;

/** Optional text; null counts as empty. */
export const optionalText = (max: number) =>
  z.union([text({ max }), z.null()], 'Please enter a text').transform((value) => value ?? '');

export const shortText = optionalText(200);
export const longText = optionalText(textMax * 4);

/** A list of strings; drops empty ones, and null counts as empty. */
export const textList = z
  .array(text({ max: 500 }), 'A list is needed')
  .max(listItemsMax, `Please keep this to ${listItemsMax} entries`)
  .nullable()
  .transform((items) => items?.filter((item) => item !== '') ?? []);

/** A URL, or a path on this site; empty and null count as none. */
export const linkField = z
  .union([text({ max: urlMax }), z.null()], 'Please enter an address')
  .transform((value) => value || null)
  .refine((value) => value === null || isUrl(value), 'Please enter a full address, with https://');

export function isUrl(value: string): boolean {
  if (/^\/(?![/\\])/.test(value)) return true;
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}

export const imageList = z
  .array(text({ max: urlMax }), 'A list is needed')
  .max(listItemsMax, `Please keep this to ${listItemsMax} entries`)
  .nullable()
  .transform((items) => items?.filter((item) => item !== '') ?? [])
  .refine((items) => items.every(isUrl), 'Please enter full addresses, with https://');

/** A slug. An empty one is derived from the name. */
export const slugField = z
  .union([text({ max: optionMax }), z.null()], 'Slug is required')
  .transform((value) => (value ?? '').toLowerCase())
  .refine(
    (value) => value === '' || /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value),
    'A slug has lowercase letters, digits and single hyphens',
  )
  .refine((value) => !/^\d+$/.test(value), 'A slug has at least one letter')
  .refine(
    (value) => value !== 'featured' && value !== 'category',
    'This slug is taken by the site',
  );

/** Maximum price on the site, in units of the agency's currency. */
const priceMax = 999_999_999_999;

/**
 * Schema of a price in the agency's currency, entered as a number or a string. Parses it to
 * hundredths of the currency's unit.
 */
export const priceField = z
  .union([z.number(), z.string().trim()], 'Price must be a number')
  .refine(
    (value) => value !== '' && /^-?\d+(\.\d+)?$/.test(String(value)),
    'Price must be a number',
  )
  .refine((value) => !/\.\d{2,}[1-9]/.test(String(value)), 'A price has two decimals at most')
  .transform((value) => Math.round(Number(value) * 100))
  .refine((cents) => cents >= 0, 'Price must be at least 0')
  .refine(
    (cents) => cents <= priceMax * 100,
    `A price can be at most ${priceMax.toLocaleString('en-US')}`,
  );

/** Price of a new row: 0 if missing or empty. An update that empties a price is rejected. */
export const firstPriceField = z
  .union([z.number(), z.string().trim(), z.null()], 'Price must be a number')
  .default(0)
  .transform((value) => (value === '' || value === null ? 0 : value))
  .pipe(priceField);
