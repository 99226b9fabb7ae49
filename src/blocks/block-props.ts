import type { BlockType, ShownOf } from './block-schemas';

/** What the view of a type of block is given. */
export interface BlockProps<Type extends BlockType> {
  block: ShownOf<Type>;
  /** Whether it begins the page. */
  isFirst: boolean;
}
