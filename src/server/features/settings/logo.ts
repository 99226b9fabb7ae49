import { createHash } from 'node:crypto';

import { AppError } from '~/contract/common/errors';
import type { BrandImage, Logo } from '~/contract/settings/logo-schema';
import type { TypefaceKey } from '~/contract/settings/typefaces';
import { drawSvg } from '~/server/platform/media/draw-svg';
import { inImageQueue } from '~/server/platform/media/image-queue';
import type { Palette } from './palette';

/** Size to which a PNG is scaled down: more than twice the size at which pages show it. */
const pngBox = { width: 640, height: 240 };
const pngBytesMax = 42_000;
const pixelsMax = 20_000_000;
const secondsMax = 8;

/** Returns a logo that is safe to store and send. @throws BAD_REQUEST for an invalid or too large picture */
export async function cleanLogo(logo: Logo): Promise<Logo> {
  if (!logo) return null;
  return {
    light: await cleanImage(logo.light),
    dark: logo.dark && (await cleanImage(logo.dark)),
    icon: logo.icon && (await cleanImage(logo.icon)),
    hasName: logo.hasName,
  };
}

async function cleanImage({ type, data }: BrandImage): Promise<BrandImage> {
  if (type === 'svg') {
    // Imported with the first logo, because no other request needs to parse XML.
    const { cleanSvg } = await import('./svg');
    const { text, width, height } = cleanSvg(data);
    // An SVG that cannot be drawn in time would be missing in emails, documents and share images.
    await drawSvg(text, rasterHeight);
    return { type, data: text, width, height };
  }
  return inImageQueue('upload', async (sharp) => {
    const shrink = async () =>
      sharp(Buffer.from(data, 'base64'), { limitInputPixels: pixelsMax })
        .timeout({ seconds: secondsMax })
        .resize({ ...pngBox, fit: 'inside', withoutEnlargement: true })
        .png({ palette: true, compressionLevel: 9 })
        .toBuffer({ resolveWithObject: true });
    // The picture is damaged, too large or too slow to decode. The library's message would not help users, so it is
    // replaced.
    const made = await shrink().catch(() => {
      throw new AppError('BAD_REQUEST', 'This file is not a readable picture');
    });
    if (made.data.length > pngBytesMax) {
      throw new AppError(
        'BAD_REQUEST',
        'This picture is too large. An SVG is sharper and smaller.',
      );
    }
    const { width, height } = made.info;
    return { type, data: made.data.toString('base64'), width, height };
  });
}

export const imageTypes = { svg: 'image/svg+xml', png: 'image/png' } as const;

export const bytesOf = ({ type, data }: BrandImage): Buffer =>
  Buffer.from(data, type === 'svg' ? 'utf8' : 'base64');

/** Appearance of emails, documents and images. */
export interface Look {
  /** Colors of the light theme. */
  tones: Palette['light'];
  /** Colors of the dark theme, where it is supported. */
  darkTones: Palette['dark'];
  /** Logo; null for the agency's name as text. */
  logo: BrandImage | null;
  /** Pair of fonts; null for the default. */
  typeface: TypefaceKey | null;
}

/** Returns a file name that changes with the image, so that each image can be cached permanently. */
export const hashOf = (image: BrandImage): string =>
  createHash('sha256').update(image.data).digest('hex').slice(0, 20);

/** Returns the URL at which `http/brand-routes.ts` serves an image. Every image is also available as a PNG. */
export const brandAddress = (image: BrandImage, type: BrandImage['type'] = image.type): string =>
  `/brand/${hashOf(image)}.${type}`;

const dataUrl = (image: BrandImage) =>
  `data:${imageTypes[image.type]};base64,${bytesOf(image).toString('base64')}`;

/** Returns the URL of an image. @param isDraft true for an unsaved image, which has no URL */
const addressOf = (image: BrandImage, isDraft: boolean): string =>
  isDraft ? dataUrl(image) : brandAddress(image);

/** Height in pixels: twice the height in emails and share images. */
export const rasterHeight = 96;

/**
 * Returns an image as a PNG, for programs that cannot show SVG.
 *
 * @returns undefined for an image that cannot be drawn, because it was stored before drawing was tested; the agency's
 * name is shown instead
 */
export async function rasterOf(image: BrandImage, height: number): Promise<Buffer | undefined> {
  if (image.type === 'svg') {
    return drawSvg(image.data, height).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'BAD_REQUEST') return undefined;
      throw error;
    });
  }
  return inImageQueue('delivery', (sharp) =>
    sharp(bytesOf(image), { limitInputPixels: pixelsMax })
      .timeout({ seconds: secondsMax })
      .resize({ height })
      .png()
      .toBuffer(),
  );
}

/** Returns an image as a data URL of a PNG; undefined for an image that cannot be drawn. */
export async function rasterUrl(image: BrandImage, height: number): Promise<string | undefined> {
  const png = await rasterOf(image, height);
  return png && `data:image/png;base64,${png.toString('base64')}`;
}

const isSquare = ({ width, height }: BrandImage) => width / height < 1.4 && height / width < 1.4;

/** Returns the favicon: the agency's own, or else its logo if that is about square, or else its initial. */
export function iconOf(
  logo: NonNullable<Logo>,
  brand: { name: string; ground: string; ink: string },
): BrandImage {
  if (logo.icon) return logo.icon;
  if (isSquare(logo.light)) return logo.light;
  const initial = /\p{L}|\p{N}/u.exec(brand.name)?.[0]?.toUpperCase() ?? '';
  const data = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${brand.ground}"/><text x="16" y="22.5" font-family="system-ui,sans-serif" font-size="19" font-weight="700" text-anchor="middle" fill="${brand.ink}">${initial}</text></svg>`;
  return { type: 'svg', data, width: 32, height: 32 };
}

/** Height of a logo on a page in pixels. It equals the height of its line, and the width is limited for phones. */
const shownHeight = 34;
const shownWidthMax = 190;

/** Returns CSS that shows the logo in place of the default mark without changing the markup. */
export function logoCss(logo: NonNullable<Logo>, isDraft: boolean): string {
  const { width, height } = logo.light;
  const scale = Math.min(shownHeight / height, shownWidthMax / width);
  const picture = (image: BrandImage) =>
    `background:url("${addressOf(image, isDraft)}") left center/contain no-repeat`;
  return [
    `.brand-mark{width:${Math.round(width * scale)}px;height:${Math.round(height * scale)}px;${picture(logo.light)}}`,
    '.brand-mark>*{display:none}',
    ...(logo.hasName
      ? [
          '.brand-mark+span{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}',
        ]
      : []),
    ...(logo.dark
      ? [
          `@media(prefers-color-scheme:dark){:root:not([data-theme=light]) .brand-mark{${picture(logo.dark)}}}`,
          `:root[data-theme=dark] .brand-mark{${picture(logo.dark)}}`,
        ]
      : []),
  ].join('');
}
