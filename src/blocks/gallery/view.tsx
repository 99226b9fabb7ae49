import { BlockFigure } from '~/blocks/block-figure';
import type { BlockProps } from '~/blocks/block-props';
import { BlockSection } from '~/blocks/block-section';
import styles from './view.module.css';

export function GalleryView({ block }: BlockProps<'gallery'>) {
  const { title, pictures } = block;
  return (
    <BlockSection title={title}>
      <div className={`wrap ${styles.pictures}`} data-count={Math.min(pictures.length, 3)}>
        {pictures.map((picture, index) => (
          <BlockFigure
            // biome-ignore lint/suspicious/noArrayIndexKey: a picture can occur twice
            key={index}
            picture={picture}
            shape="wide"
            sizes="(min-width: 48rem) 40rem, 92vw"
          />
        ))}
      </div>
    </BlockSection>
  );
}
