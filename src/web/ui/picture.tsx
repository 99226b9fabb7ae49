import { pictureSources } from '~/contract/common/media';

/** A picture with a file, in all available sizes. Its box sets the shape, so that nothing moves when it loads. */
export function Picture(props: {
  url: string;
  /** Empty for a decorative picture. */
  alt?: string;
  /** Width at which it is shown, for the `sizes` of an `img`. */
  sizes: string;
  className?: string | undefined;
  /** For pictures above the fold. */
  eager?: boolean;
  /** Used if its own size is unknown. */
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
