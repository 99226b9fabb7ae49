import { Picture } from '~/web/ui/picture';
import type { BlockPicture } from './block-fields-schema';
import styles from './block-figure.module.css';

/** Shows a picture with its caption. Cropping keeps its focal point. */
export function BlockFigure(props: {
  picture: BlockPicture;
  shape: 'whole' | 'wide' | 'square';
  sizes: string;
  className?: string | undefined;
  eager?: boolean;
}) {
  const { picture, shape, sizes, className, eager = false } = props;
  const { url, alt, caption, focus } = picture;
  return (
    <figure
      className={[styles.figure, className].filter(Boolean).join(' ')}
      data-shape={shape}
      style={{ '--focus': `${focus.x}% ${focus.y}%` } as object}
    >
      <Picture
        url={url}
        alt={alt}
        sizes={sizes}
        className={styles.picture}
        eager={eager}
        fallbackSize={{ width: 1280, height: 800 }}
      />
      {caption && <figcaption className={styles.caption}>{caption}</figcaption>}
    </figure>
  );
}
