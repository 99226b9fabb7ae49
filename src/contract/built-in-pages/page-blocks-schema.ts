import { z } from 'zod';

import { blocksField, shownBlockSchema, storedBlockSchema } from '~/blocks/block-schemas';
import { pageKeys } from '~/contract/built-in-pages/built-in-pages';
import { pageSections, sectionsOf } from '~/contract/built-in-pages/page-sections';

const hidden = z.array(z.enum(pageSections));

/** The agency's changes to a built-in page: hidden built-in sections, and blocks below the others. */
const keyShape = { page: z.enum(pageKeys, 'Unknown page') };
export const pageKeySchema = z.object(keyShape);

export const pageBlocksSchema = z.object({ blocks: z.array(shownBlockSchema) });

/** The agency's changes to a built-in page, for the panel. */
export const adminPageBlocksSchema = z.object({
  ...keyShape,
  blocks: z.array(storedBlockSchema),
  /** Hidden built-in sections. */
  hidden,
  /** Version in which sections or blocks last changed; 0 before the first change. */
  version: z.int(),
  /** Pictures that have been deleted. The page leaves them out. */
  missingPictures: z.array(z.string()),
});
export type AdminPageBlocks = z.output<typeof adminPageBlocksSchema>;

export const pageBlocksChangeSchema = z
  .object({
    ...keyShape,
    blocks: blocksField,
    /** Hidden built-in sections; unchanged if omitted. */
    hidden: hidden.optional(),
    /** Version that the caller has seen. If omitted, conflicts are not detected. */
    expectedVersion: z.int().optional(),
  })
  .refine(
    ({ page, hidden: names = [] }) =>
      names.every((name) => sectionsOf(page).some(([known]) => known === name)),
    { message: 'This page has no such section', path: ['hidden'] },
  );
export type PageBlocksChange = z.output<typeof pageBlocksChangeSchema>;

/** The agency's changes to a built-in page, as of one version. */
export const pageBlocksVersionSchema = adminPageBlocksSchema
  .pick({ blocks: true, hidden: true, version: true })
  .extend({
    /**
     * Texts of the page, by the name of the setting that contains them. `words` are the headings
     * and buttons.
     */
    texts: z.record(z.string(), z.unknown()),
    /** Parts that differ from the previous version: names of texts, `hidden`, `blocks`. */
    parts: z.array(z.string()),
    author: z.string(),
    createdAt: z.iso.datetime(),
  });
export type PageBlocksVersion = z.output<typeof pageBlocksVersionSchema>;
