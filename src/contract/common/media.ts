/** URL of a stored picture, with its hash and size: `/media/{hash}-{width}x{height}.webp`. */
const pictureUrl = /^\/media\/([0-9a-f]{32})-(\d{1,5})x(\d{1,5})\.webp$/;

/** Widths in pixels in which a picture is offered; pictures are never enlarged. */
export const pictureWidths = [320, 640, 960, 1280, 1920] as const;

/**
 * Limits by purpose: `pixels` of the uploaded file, and `side`, the longest side of the stored
 * picture. The file is decoded only once, directly at the stored size.
 */
export const pictureLimits = {
  avatar: { pixels: 4_000_000, side: 512 },
  content: { pixels: 50_000_000, side: 2400 },
} as const;

export type PicturePurpose = keyof typeof pictureLimits;

export interface StoredPicture {
  hash: string;
  width: number;
  height: number;
}

export function pictureAddress({ hash, width, height }: StoredPicture): string {
  return `/media/${hash}-${width}x${height}.webp`;
}

/** Parses the URL of a stored picture. @returns undefined for any other URL */
export function parsePictureUrl(url: string): StoredPicture | undefined {
  const [, hash, width, height] = pictureUrl.exec(url) ?? [];
  return hash ? { hash, width: Number(width), height: Number(height) } : undefined;
}

/** Returns attributes of an `img`: for a stored picture its size and widths, otherwise only its URL. */
export function pictureSources(url: string): {
  src: string;
  srcSet?: string;
  width?: number;
  height?: number;
} {
  const picture = parsePictureUrl(url);
  if (!picture) return { src: url };
  const { width, height } = picture;
  const widths = pictureWidths.filter((one) => one < width);
  return {
    src: url,
    srcSet: [...widths.map((one) => `${url}?w=${one} ${one}w`), `${url} ${width}w`].join(', '),
    width,
    height,
  };
}
