import { FlightMark } from './flight-mark-svg';
import { Picture } from './picture';

/** The portrait of a person, or the mark drawn for their name. */
export function Face(props: {
  name: string;
  imageUrl: string | null | undefined;
  /** The width it is shown at, as the `sizes` of an `img` has it. */
  sizes: string;
  /** Of a picture whose own size is not known, in pixels. */
  fallbackPx: number;
  className: string | undefined;
}) {
  const { name, imageUrl, sizes, fallbackPx, className } = props;
  return imageUrl ? (
    <Picture
      url={imageUrl}
      sizes={sizes}
      className={className}
      fallbackSize={{ width: fallbackPx, height: fallbackPx }}
    />
  ) : (
    <FlightMark seed={name} kind="avatar" className={className} />
  );
}
