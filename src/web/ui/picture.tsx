import { pictureSources } from '~/contract/common/media';

/**
 * Picture in all available sizes. The box around it determines its shape, so that nothing moves
 * when the picture is loaded.
 */
export function Picture(props: {
  url: string;
  /** Alternative text; empty for a decorative picture. */
  alt?: string;
  /** Width at which the picture is shown, for the `sizes` attribute of an `img`. */
  sizes: string;
  className?: string | undefined;
  /** True for pictures that are visible without scrolling. */
  eager?: boolean;
  /** Size to use if the picture's own size is unknown. */
  fallbackSize: { width: number; height: number };
}) {
  const { url, alt = '', sizes, className, eager = false, fallbackSize } = props;
  const { src, srcSet, width, height } = pictureSources(url);
  return (
    <img
      src={src}
      srcSet={srcSet}
      sizes={srcSet && sizes}
      alt={alt}
      className={className}
      width={width ?? fallbackSize.width}
      height={height ?? fallbackSize.height}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={eager ? 'high' : undefined}
      decoding="async"
    />
  );
}
