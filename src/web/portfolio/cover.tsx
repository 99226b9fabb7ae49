import { FlightMark } from '~/web/ui/flight-mark-svg';
import styles from './cover.module.css';

/** The picture of a piece: its first image, or a mark drawn for it. Fills a box of any shape. */
export function Cover({
  piece,
  className,
  eager = false,
}: {
  piece: { slug: string; images: string[] };
  className?: string | undefined;
  eager?: boolean;
}) {
  const [image] = piece.images;
  return (
    <div className={[styles.cover, className].filter(Boolean).join(' ')}>
      {image ? (
        <img src={image} alt="" loading={eager ? 'eager' : 'lazy'} width="960" height="600" />
      ) : (
        <FlightMark seed={piece.slug} kind="cover" />
      )}
    </div>
  );
}
