import frame from '~/blocks/block.module.css';
import { BlockFigure } from '~/blocks/block-figure';
import type { BlockProps } from '~/blocks/block-props';
import styles from './view.module.css';

const sizes = {
  column: '(min-width: 48rem) 44rem, 92vw',
  page: '(min-width: 82rem) 77rem, 92vw',
  window: '100vw',
};

export function PictureView({ block, isFirst }: BlockProps<'picture'>) {
  const { picture, width, shape } = block;
  return (
    <div className={`${frame.block} ${width === 'window' ? styles.window : 'wrap'}`}>
      <BlockFigure
        picture={picture}
        shape={shape}
        sizes={sizes[width]}
        eager={isFirst}
        className={width === 'column' ? styles.column : undefined}
      />
    </div>
  );
}
