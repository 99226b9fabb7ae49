import type { BlockType } from './block-schemas';

/** Returns the module of a type's view, by which the build's manifest lists its files. */
export const viewFileOf = (type: BlockType): string =>
  `src/blocks/${type.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}/view.tsx`;
