import type { BlockType, ShownOf } from './block-schemas';

/** Props of the view of a block type. */
export interface BlockProps<Type extends BlockType> {
  block: ShownOf<Type>;
  /** True if it is the first block of the page. */
  isFirst: boolean;
}
