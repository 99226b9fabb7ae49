import { z } from 'zod';

import { text } from '~/contract/common/text-schema';
import { hideablePages, type Navigation, pageKeys } from './pages';
import { type ChangedTexts, textMax, textNames } from './text-names';

const pageSchema = (names: readonly string[]) =>
  z.object(Object.fromEntries(names.map((name) => [name, text({ max: textMax(name) })]))).partial();

/** The texts that differ from the default. A text that was removed from the product is dropped. */
export const changedTextsSchema = z
  .object(
    Object.fromEntries(Object.entries(textNames).map(([page, names]) => [page, pageSchema(names)])),
  )
  .partial() as unknown as z.ZodType<ChangedTexts>;

const unique = (keys: readonly string[]) => new Set(keys).size === keys.length;

export const navigationSchema = z.object({
  bar: z
    .array(z.enum(pageKeys))
    .min(1, 'The navigation needs a page')
    .refine(unique, 'A page is named twice'),
  hidden: z.array(z.enum(hideablePages)).refine(unique, 'A page is named twice'),
}) satisfies z.ZodType<Navigation>;

const link = z.object({ to: z.string(), label: z.string() });

/** The links of every page. */
export const linksSchema = z.object({
  bar: z.array(link),
  footer: z.array(link),
  /** Pages that are not there, if any. */
  hidden: z.array(z.enum(hideablePages)).optional(),
});
export type SiteLinks = z.output<typeof linksSchema>;
