/** A stored picture's URL contains its hash and size: `/media/{hash}-{width}x{height}.webp`. */
const pictureUrl = /^\/media\/([0-9a-f]{32})-(\d{1,5})x(\d{1,5})\.webp$/;

/** The widths a picture is offered in, in pixels; pictures are never enlarged. */
export const pictureWidths = [320, 640, 960, 1280, 1920] as const;

/**
 * Limits by purpose: pixels of the uploaded file, which is decoded at that size once, and the longest side of the stored
 * picture.
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

/** Undefined where this is not the URL of a stored picture. */
export function parsePictureUrl(url: string): StoredPicture | undefined {
  const [, hash, width, height] = pictureUrl.exec(url) ?? [];
  return hash ? { hash, width: Number(width), height: Number(height) } : undefined;
}

/** Attributes of an `img`: for a stored picture its size and widths, else its URL only. */
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
