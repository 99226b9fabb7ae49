import type { Resolver } from '~/blocks/block-sources';

/** A frame without its picture has nothing to show, unless it has a screen of text. */
export const resolveExhibit: Resolver<'exhibit'> = (block, { hasPicture }) => {
  const { exhibit } = block;
  if (!('picture' in exhibit) || !exhibit.picture || hasPicture(exhibit.picture)) return block;
  if (!exhibit.heading && exhibit.rows.length === 0) return undefined;
  return { ...block, exhibit: { ...exhibit, picture: '' } };
};
