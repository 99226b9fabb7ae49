import { flightMarkBox } from '~/contract/common/flight-mark-sizes';
import type { DrawnCover } from '~/contract/common/work-cover';
import styles from './cover.module.css';
import { FlightMark, LateSvg } from './flight-mark-svg';
import { Picture } from './picture';

interface Shown {
  /** Width at which it is shown, for the `sizes` of an `img`. */
  sizes?: string;
  className?: string | undefined;
  eager?: boolean;
}

interface CoverProps extends Shown {
  seed: string;
  imageUrl: string | null | undefined;
  /** Drawn without a picture. */
  drawn?: DrawnCover | undefined;
}

/** Shows the picture at the given URL, otherwise a drawing, otherwise the mark for `seed`. Fills a box of any shape. */
export function Cover(props: CoverProps) {
  const { seed, imageUrl, drawn, className, eager = false } = props;
  const { sizes = '(min-width: 60rem) 40rem, 92vw' } = props;
  return (
    <div className={[styles.cover, className].filter(Boolean).join(' ')}>
      {imageUrl ? (
        <Picture
          url={imageUrl}
          sizes={sizes}
          eager={eager}
          fallbackSize={{ width: 960, height: 600 }}
        />
      ) : drawn ? (
        <LateSvg
          key={seed}
          draw={({ workCover }) => workCover(drawn, seed)}
          viewBox={flightMarkBox('cover')}
        />
      ) : (
        <FlightMark seed={seed} kind="cover" />
      )}
    </div>
  );
}

interface WorkCoverProps extends Shown {
  item: { slug: string; cover: DrawnCover | { kind: 'picture'; url: string } | null };
}

/** Shows the cover of a piece of work. */
export function WorkCover({ item: { slug, cover }, ...shown }: WorkCoverProps) {
  const isPicture = cover?.kind === 'picture';
  return (
    <Cover
      {...shown}
      seed={slug}
      imageUrl={isPicture ? cover.url : null}
      drawn={isPicture ? undefined : (cover ?? undefined)}
    />
  );
}
