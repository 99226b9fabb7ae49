import { pictureSources } from '~/contract/common/media';

/**
 * A picture that has a file, in as many sizes as there are. Its box gives it its shape, so that nothing
 * moves when it comes.
 */
export function Picture(props: {
  url: string;
  /** Empty where it only decorates. */
  alt?: string;
  /** The width it is shown at, as the `sizes` of an `img` has it. */
  sizes: string;
  className?: string | undefined;
  /** For what is seen first. */
  eager?: boolean;
  /** Used where its own size is not known. */
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
