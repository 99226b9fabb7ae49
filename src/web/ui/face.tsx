import { FlightMark } from './flight-mark-svg';
import { Picture } from './picture';

/** Shows the portrait of a person, or the mark generated from their name. */
export function Face(props: {
  name: string;
  imageUrl: string | null | undefined;
  /** Width at which the picture is shown, for the `sizes` attribute of an `img`. */
  sizes: string;
  /** Size in pixels for a picture whose own size is unknown. */
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
