import type { Resolver } from '~/blocks/block-sources';

/**
 * Replaces a missing picture by the texts of a drawn screen. Leaves out the block if it has no such
 * texts.
 */
export const resolveExhibit: Resolver<'exhibit'> = (block, { hasPicture }) => {
  const { exhibit } = block;
  if (!('picture' in exhibit) || !exhibit.picture || hasPicture(exhibit.picture)) return block;
  if (!exhibit.heading && exhibit.rows.length === 0) return undefined;
  return { ...block, exhibit: { ...exhibit, picture: '' } };
};
