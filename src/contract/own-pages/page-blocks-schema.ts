import { z } from 'zod';

import { blocksField, shownBlockSchema, storedBlockSchema } from '~/blocks/block-schemas';
import { pageSections, sectionsOf } from '~/contract/pages/page-sections';
import { pageKeys } from '~/contract/pages/pages';

const hidden = z.array(z.enum(pageSections));

/** What an agency changes of a page that every site has: its own sections, and the blocks below them. */
const keyShape = { page: z.enum(pageKeys, 'Unknown page') };
export const pageKeySchema = z.object(keyShape);

export const pageBlocksSchema = z.object({ blocks: z.array(shownBlockSchema) });

/** As the panel reads them back. */
export const adminPageBlocksSchema = z.object({
  ...keyShape,
  blocks: z.array(storedBlockSchema),
  /** Own sections that it does not show. */
  hidden,
  /** The version that last changed either; 0 before the first. */
  version: z.int(),
  /** Pictures that are not stored any more: the page leaves them out. */
  missingPictures: z.array(z.string()),
});
export type AdminPageBlocks = z.output<typeof adminPageBlocksSchema>;

export const pageBlocksChangeSchema = z
  .object({
    ...keyShape,
    blocks: blocksField,
    /** Left out where they stay. */
    hidden: hidden.optional(),
    /** The version that the caller has seen; without it, the change is not checked for conflicts. */
    expectedVersion: z.int().optional(),
  })
  .refine(
    ({ page, hidden: names = [] }) =>
      names.every((name) => sectionsOf(page).some(([known]) => known === name)),
    { message: 'This page has no such section', path: ['hidden'] },
  );
export type PageBlocksChange = z.output<typeof pageBlocksChangeSchema>;

/** What an agency had changed of a page at one time. */
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
