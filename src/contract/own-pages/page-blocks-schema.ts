import { z } from 'zod';

import { blocksField, shownBlockSchema, storedBlockSchema } from '~/blocks/block-schemas';
import { pageKeys } from '~/contract/pages/pages';

/** Blocks below the own sections of a page that every site has. */
const keyShape = { page: z.enum(pageKeys, 'Unknown page') };
export const pageKeySchema = z.object(keyShape);

export const pageBlocksSchema = z.object({ blocks: z.array(shownBlockSchema) });

/** As the panel reads them back. */
export const adminPageBlocksSchema = z.object({
  ...keyShape,
  blocks: z.array(storedBlockSchema),
  /** Ascends with each change; 0 before the first. */
  version: z.int(),
  /** Pictures that are not stored any more: the page leaves them out. */
  missingPictures: z.array(z.string()),
});
export type AdminPageBlocks = z.output<typeof adminPageBlocksSchema>;

export const pageBlocksChangeSchema = z.object({
  ...keyShape,
  blocks: blocksField,
  /** The version that the caller has seen; without it, the change is not checked for conflicts. */
  expectedVersion: z.int().optional(),
});
export type PageBlocksChange = z.output<typeof pageBlocksChangeSchema>;

/** What stood below a page at one time. */
export const pageBlocksVersionSchema = adminPageBlocksSchema
  .pick({ blocks: true, version: true })
  .extend({ author: z.string(), createdAt: z.iso.datetime() });
export type PageBlocksVersion = z.output<typeof pageBlocksVersionSchema>;
