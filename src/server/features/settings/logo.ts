import { createHash } from 'node:crypto';

import { AppError } from '~/contract/common/errors';
import type { BrandImage, Logo } from '~/contract/settings/logo-schema';
import type { TypefaceKey } from '~/contract/settings/typefaces';
import { drawSvg } from '~/server/platform/media/draw-svg';
import { inImageQueue } from '~/server/platform/media/image-queue';
import type { Palette } from './palette';

/** Size limit to which a PNG is scaled: twice the size at which a page shows it, and more. */
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
    // Loaded with the first logo: no other request needs to parse XML.
    const { cleanSvg } = await import('./svg');
    const { text, width, height } = cleanSvg(data);
    // An SVG that cannot be drawn here in time would be missing in emails, documents and share images.
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
    // Damaged, too large or too slow to decode; sharp's message would not help users.
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
  /** Light theme. */
  tones: Palette['light'];
  /** Dark theme, for targets that support it. */
  darkTones: Palette['dark'];
  /** Null for the agency's name as text. */
  logo: BrandImage | null;
  /** Null for the default. */
  typeface: TypefaceKey | null;
}

/** Returns a name for an image's file: a changed image has another, so that each can be cached permanently. */
export const hashOf = (image: BrandImage): string =>
  createHash('sha256').update(image.data).digest('hex').slice(0, 20);

/** Returns the address where `http/brand-routes.ts` serves an image; every image is also available as a PNG. */
export const brandAddress = (image: BrandImage, type: BrandImage['type'] = image.type): string =>
  `/brand/${hashOf(image)}.${type}`;

const dataUrl = (image: BrandImage) =>
  `data:${imageTypes[image.type]};base64,${bytesOf(image).toString('base64')}`;

/** @param isDraft an unsaved image has no address */
const addressOf = (image: BrandImage, isDraft: boolean): string =>
  isDraft ? dataUrl(image) : brandAddress(image);

/** Pixels: twice the height in emails and share images. */
export const rasterHeight = 96;

/**
 * Returns an image as a PNG, for targets without SVG.
 *
 * @returns undefined for one that cannot be drawn, stored before drawing was tested: the name replaces it
 */
export async function rasterOf(image: BrandImage, height: number): Promise<Buffer | undefined> {
  if (image.type === 'svg') {
    return drawSvg(image.data, height).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'BAD_REQUEST') return undefined;
      throw error;
    });
  }
  return inImageQueue('view', (sharp) =>
    sharp(bytesOf(image), { limitInputPixels: pixelsMax })
      .timeout({ seconds: secondsMax })
      .resize({ height })
      .png()
      .toBuffer(),
  );
}

/** Returns the PNG as a data URL. */
export async function rasterUrl(image: BrandImage, height: number): Promise<string | undefined> {
  const png = await rasterOf(image, height);
  return png && `data:image/png;base64,${png.toString('base64')}`;
}

const isSquare = ({ width, height }: BrandImage) => width / height < 1.4 && height / width < 1.4;

/** Returns the favicon: the agency's, its logo if that is about square, or its initial. */
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

/** Height of a logo in a page in pixels: that of its line, and never wider than a phone allows. */
const shownHeight = 34;
const shownWidthMax = 190;

/** Returns CSS that replaces the product's mark by the logo, without a change of the markup. */
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
