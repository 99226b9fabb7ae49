import styles from './cover.module.css';
import { FlightMark } from './flight-mark-svg';
import { Picture } from './picture';

/** The picture at the given URL, or the mark drawn for `seed`. Fills a box of any shape. */
export function Cover(props: {
  seed: string;
  imageUrl: string | null | undefined;
  /** The width it is shown at, as the `sizes` of an `img` has it. */
  sizes?: string;
  className?: string | undefined;
  eager?: boolean;
}) {
  const { seed, imageUrl, sizes = '(min-width: 60rem) 40rem, 92vw', className, eager } = props;
  return (
    <div className={[styles.cover, className].filter(Boolean).join(' ')}>
      {imageUrl ? (
        <Picture
          url={imageUrl}
          sizes={sizes}
          eager={eager ?? false}
          fallbackSize={{ width: 960, height: 600 }}
        />
      ) : (
        <FlightMark seed={seed} kind="cover" />
      )}
    </div>
  );
}
