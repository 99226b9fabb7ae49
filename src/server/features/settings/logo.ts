import { createHash } from 'node:crypto';

import { AppError } from '~/contract/common/errors';
import type { BrandImage, Logo } from '~/contract/settings/logo-schema';
import type { TypefaceKey } from '~/contract/settings/typefaces';
import { drawSvg } from '~/server/platform/media/draw-svg';
import { inImageQueue } from '~/server/platform/media/image-queue';
import type { Palette } from './palette';

/** What a PNG is made smaller to: twice the size at which a page shows it, and more. */
const pngBox = { width: 640, height: 240 };
const pngBytesMax = 42_000;
const pixelsMax = 20_000_000;
const secondsMax = 8;

/** The logo as it may be stored and sent. @throws BAD_REQUEST for what is no picture, or too large */
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
    // Imported with the first logo: no other request needs to parse XML.
    const { cleanSvg } = await import('./svg');
    const { text, width, height } = cleanSvg(data);
    // What cannot be drawn here, or not in time, would be missing in mails, documents and share images.
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
    // Damaged, too large or too slow to decode; what sharp says of it means nothing to people.
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

/** Of what is no page. */
export interface Look {
  /** Of the light theme. */
  tones: Palette['light'];
  /** For what can be shown dark, too. */
  darkTones: Palette['dark'];
  /** Null for the agency's name in words. */
  logo: BrandImage | null;
  /** Null for the default one. */
  typeface: TypefaceKey | null;
}

/** Names an image's file: a changed image has another, so that each can be cached for good. */
export const hashOf = (image: BrandImage): string =>
  createHash('sha256').update(image.data).digest('hex').slice(0, 20);

/** Where `http/brand-routes.ts` sends them; every image is there as a PNG, too. */
export const brandAddress = (image: BrandImage, type: BrandImage['type'] = image.type): string =>
  `/brand/${hashOf(image)}.${type}`;

const dataUrl = (image: BrandImage) =>
  `data:${imageTypes[image.type]};base64,${bytesOf(image).toString('base64')}`;

/** @param isDraft an image that is not saved has no address */
const addressOf = (image: BrandImage, isDraft: boolean): string =>
  isDraft ? dataUrl(image) : brandAddress(image);

/** Twice as high as emails and share images show it. */
export const rasterHeight = 96;

/**
 * An image as a PNG, for what shows no SVG.
 *
 * @returns undefined for one that cannot be drawn, stored before that was tried: the name stands for it
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

/** The same for what takes an address. */
export async function rasterUrl(image: BrandImage, height: number): Promise<string | undefined> {
  const png = await rasterOf(image, height);
  return png && `data:image/png;base64,${png.toString('base64')}`;
}

const isSquare = ({ width, height }: BrandImage) => width / height < 1.4 && height / width < 1.4;

/** The image of the browser's tab: the agency's, its logo where that is about as wide as high, or its initial. */
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

/** Pixels that a logo has in a page: as high as the line it stands in, and never wider than a phone has room for. */
const shownHeight = 34;
const shownWidthMax = 190;

/** Puts the logo in the place of the product's mark. Only this says so: the markup is the same. */
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
