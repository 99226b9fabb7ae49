import type { BlockType } from './block-schemas';

/**
 * Returns the path of a block type's view, which is the key of its files in the build's manifest.
 */
export const viewFileOf = (type: BlockType): string =>
  `src/blocks/${type.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}/view.tsx`;
