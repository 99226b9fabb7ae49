import { z } from 'zod';

import { blocksField, shownBlockSchema, storedBlockSchema } from '~/blocks/block-schemas';
import { pageSections, sectionsOf } from '~/contract/pages/page-sections';
import { pageKeys } from '~/contract/pages/pages';

const hidden = z.array(z.enum(pageSections));

/** The agency's changes to a fixed page: its built-in sections, and the blocks below them. */
const keyShape = { page: z.enum(pageKeys, 'Unknown page') };
export const pageKeySchema = z.object(keyShape);

export const pageBlocksSchema = z.object({ blocks: z.array(shownBlockSchema) });

/** Changes as the panel reads them. */
export const adminPageBlocksSchema = z.object({
  ...keyShape,
  blocks: z.array(storedBlockSchema),
  /** Hidden built-in sections. */
  hidden,
  /** Version that last changed either; 0 before the first. */
  version: z.int(),
  /** Deleted pictures, which the page leaves out. */
  missingPictures: z.array(z.string()),
});
export type AdminPageBlocks = z.output<typeof adminPageBlocksSchema>;

export const pageBlocksChangeSchema = z
  .object({
    ...keyShape,
    blocks: blocksField,
    /** Does not change if omitted. */
    hidden: hidden.optional(),
    /** Version that the caller has seen; without it, conflicts are not checked. */
    expectedVersion: z.int().optional(),
  })
  .refine(
    ({ page, hidden: names = [] }) =>
      names.every((name) => sectionsOf(page).some(([known]) => known === name)),
    { message: 'This page has no such section', path: ['hidden'] },
  );
export type PageBlocksChange = z.output<typeof pageBlocksChangeSchema>;

/** The agency's changes to a page at one time. */
export const pageBlocksVersionSchema = adminPageBlocksSchema
  .pick({ blocks: true, hidden: true, version: true })
  .extend({
    /** By the name of their setting; `words` are the headings and buttons. */
    texts: z.record(z.string(), z.unknown()),
    /** Differences from the previous version: names of texts, `hidden`, `blocks`. */
    parts: z.array(z.string()),
    author: z.string(),
    createdAt: z.iso.datetime(),
  });
export type PageBlocksVersion = z.output<typeof pageBlocksVersionSchema>;
