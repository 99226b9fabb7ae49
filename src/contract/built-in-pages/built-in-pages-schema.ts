import { z } from 'zod';

import type { SchemaOf } from '~/contract/common/schema';
import { text } from '~/contract/common/text-schema';
import { hideablePages, type Navigation, type PageKey, pageKeys } from './built-in-pages';
import { pageSections } from './page-sections';
import { textMax, textNames } from './text-names';

const pageSchema = <Name extends string>(names: readonly Name[]) => {
  const fields = names.map((name) => [name, text({ max: textMax(name) })] as const);
  return z.object(Object.fromEntries(fields) as Record<Name, ReturnType<typeof text>>).partial();
};

type PageSchemas = {
  [Page in PageKey]: ReturnType<typeof pageSchema<(typeof textNames)[Page][number]>>;
};
const pageSchemas = Object.fromEntries(
  pageKeys.map((key) => [key, pageSchema<string>(textNames[key])]),
) as PageSchemas;

/** Texts that differ from the default. Drops texts that no longer exist in the product. */
export const changedTextsSchema = z.object(pageSchemas).partial();
export type ChangedTexts = z.output<typeof changedTextsSchema>;

const unique = (keys: readonly string[]) => new Set(keys).size === keys.length;

export const navigationSchema = z.object({
  bar: z
    .array(z.enum(pageKeys))
    .min(1, 'The navigation needs a page')
    .refine(unique, 'A page is listed twice'),
  hidden: z.array(z.enum(hideablePages)).refine(unique, 'A page is listed twice'),
}) satisfies SchemaOf<Navigation>;

const link = z.object({ to: z.string(), label: z.string() });

/** Links that appear on every page, such as those of the navigation. */
export const linksSchema = z.object({
  bar: z.array(link),
  footer: z.array(link),
  /** Hidden pages, and hidden sections of pages; omitted if there are none. */
  hidden: z.array(z.enum([...hideablePages, ...pageSections])).optional(),
  /**
   * Minimum window width, in rem, at which the navigation bar shows its links; omitted for the
   * default.
   */
  wide: z.enum(['78', '90', 'none']).optional(),
  /** Paths of pages with blocks below their built-in sections; omitted if there are none. */
  extended: z.record(z.string(), z.enum(pageKeys)).optional(),
});
export type SiteLinks = z.output<typeof linksSchema>;
