import type { Resolver } from '~/blocks/block-sources';

export const resolvePicture: Resolver<'picture'> = (block, { hasPicture }) =>
  hasPicture(block.picture.url) ? block : undefined;
