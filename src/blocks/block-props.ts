import type { BlockType, ShownOf } from './block-schemas';

/** Props of the view of a block type. */
export interface BlockProps<Type extends BlockType> {
  block: ShownOf<Type>;
  /** True if the block is the first one of the page. */
  isFirst: boolean;
}
