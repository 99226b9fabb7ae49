import type { Resolver } from '~/blocks/block-sources';

export const resolveGallery: Resolver<'gallery'> = (block, { hasPicture }) => {
  const pictures = block.pictures.filter(({ url }) => hasPicture(url));
  return pictures.length > 0 ? { ...block, pictures } : undefined;
};
