import { Suspense } from 'react';

import type { ShownBlock } from './block-schemas';
import { viewOf } from './block-views';

/** Shows the blocks of a page. @param isWholePage whether the first block begins the page */
export function Blocks({ blocks, isWholePage }: { blocks: ShownBlock[]; isWholePage: boolean }) {
  return blocks.map((block, index) => {
    const View = viewOf(block.type);
    return (
      // Each block has a separate boundary, so that a block whose code has not arrived yet keeps
      // the HTML from the server.
      // biome-ignore lint/suspicious/noArrayIndexKey: blocks are identified by their position
      <Suspense key={index}>
        <View block={block} isFirst={isWholePage && index === 0} />
      </Suspense>
    );
  });
}
