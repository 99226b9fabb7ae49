import { flightMarkBox } from '~/contract/common/flight-mark-sizes';
import type { DrawnCover } from '~/contract/common/work-cover';
import styles from './cover.module.css';
import { LateSvg } from './flight-mark-svg';
import { Picture } from './picture';

/**
 * Shows the picture of a portfolio item or a post; without a picture, a drawing; without a drawing,
 * the mark for its slug. Fills a box of any shape.
 */
export function Cover(props: {
  item: { slug: string; cover: DrawnCover | { kind: 'picture'; url: string } | null };
  /** Width at which the picture is shown, in the syntax of the `sizes` attribute of an `img`. */
  sizes?: string;
  className?: string | undefined;
  eager?: boolean;
}) {
  const { slug, cover } = props.item;
  return (
    <div className={`${styles.cover} ${props.className ?? ''}`}>
      {cover?.kind === 'picture' ? (
        <Picture
          url={cover.url}
          sizes={props.sizes ?? '(min-width: 60rem) 40rem, 92vw'}
          eager={props.eager ?? false}
          fallbackSize={{ width: 960, height: 600 }}
        />
      ) : (
        <LateSvg
          key={slug}
          draw={(by) => (cover ? by.workCover(cover, slug) : by.flightMark(slug, 'cover').body)}
          viewBox={flightMarkBox('cover')}
        />
      )}
    </div>
  );
}
