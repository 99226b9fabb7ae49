import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

import { flightMark } from '~/contract/common/flight-mark';
import { shareSize } from '~/contract/common/share-images';
import type { BrandImage } from '~/contract/settings/logo-schema';
import { fontsOf, type TypefaceKey } from '~/contract/settings/typefaces';
import { rasterUrl } from '~/server/features/settings/logo';
import { createImageCache } from '~/server/platform/media/image-cache';
import { inImageQueue, type Sharp } from '~/server/platform/media/image-queue';

export interface ShareCard {
  /** Seed of the drawn mark, equal to that on the page. */
  seed: string;
  kicker: string;
  title: string;
  brand: string;
  /** Logo to show instead of the name. */
  logo: BrandImage | null;
  typeface: TypefaceKey | null;
  /** Colors of the light theme, because an image cannot follow a reader's theme. */
  tones: Readonly<Record<'paper' | 'ink' | 'quiet' | 'line' | 'rust' | 'slate' | 'straw', string>>;
}

const { width: shareWidth, height: shareHeight } = shareSize;
const cacheBytesMax = 16 * 1024 * 1024;
const markWidth = 432;
const margin = 72;

const { resolve } = createRequire(import.meta.url);
const font = (family: string, subset: string, weight: number) =>
  readFile(resolve(`@fontsource/${family}/files/${family}-${subset}-${weight}-normal.woff`));

async function loadFonts(typeface: TypefaceKey | null) {
  const fonts = fontsOf(typeface);
  const faces = [
    { name: 'Display', family: fonts.display, weight: 700 },
    { name: 'Text', family: fonts.text, weight: 500 },
  ] as const;
  const files = faces.flatMap(({ name, family, weight }) =>
    ['latin', 'latin-ext'].map(async (subset) => ({
      name: subset === 'latin' ? name : `${name} Ext`,
      data: await font(family, subset, weight),
      weight,
      style: 'normal' as const,
    })),
  );
  return Promise.all(files);
}

type Child =
  | string
  | { type: string; props: { style: object; children?: Child | Child[]; [name: string]: unknown } };

const box = (style: object, children: Child | Child[]): Child => ({
  type: 'div',
  props: { style: { display: 'flex', ...style }, children },
});

const logoBox = { width: 420, height: 72 };

function picture(logo: BrandImage, src: string): Child {
  const scale = Math.min(logoBox.width / logo.width, logoBox.height / logo.height);
  const size = { width: logo.width * scale, height: logo.height * scale };
  return { type: 'img', props: { style: size, ...size, src } };
}

/** Returns the font size of a title. Long titles are smaller, and the longest are truncated. */
function titleSize(title: string): number {
  if (title.length <= 32) return 84;
  return title.length <= 64 ? 66 : 52;
}

function layout({ kicker, title, brand, logo, tones }: ShareCard, logoUrl?: string): Child {
  return box(
    {
      flexDirection: 'column',
      width: shareWidth - markWidth,
      height: shareHeight,
      boxSizing: 'border-box',
      padding: `${margin}px`,
      color: tones.ink,
      fontFamily: 'Text, Text Ext',
    },
    [
      box({ fontSize: 30, color: tones.quiet }, kicker),
      box(
        {
          display: 'block',
          lineClamp: 5,
          textWrap: 'balance',
          marginTop: 28,
          fontFamily: 'Display, Display Ext',
          fontSize: titleSize(title),
          lineHeight: 1.04,
          letterSpacing: '-0.025em',
        },
        title,
      ),
      box({ marginTop: 'auto', alignItems: 'center', fontSize: 34 }, [
        box({ width: 44, height: 6, marginRight: 20, background: tones.rust }, ''),
        logo && logoUrl
          ? picture(logo, logoUrl)
          : box({ fontFamily: 'Display, Display Ext' }, brand),
      ]),
    ],
  );
}

function markSvg({ seed, tones }: ShareCard): Buffer {
  const { viewBox, body } = flightMark(seed, 'cover');
  const known: Record<string, string | undefined> = tones;
  const colored = body.replaceAll(/var\(--(\w+)\)/g, (_, name: string) => known[name] ?? '#000');
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}" width="${markWidth}" height="${shareHeight}" preserveAspectRatio="xMidYMid slice">${colored}</svg>`,
  );
}

/** Draws share images and caches them. */
export function createShareImages() {
  const images = createImageCache(cacheBytesMax);
  /** Fonts of the last image. */
  let fonts: { typeface: TypefaceKey | null; files: ReturnType<typeof loadFonts> } | undefined;

  async function draw(sharp: Sharp, card: ShareCard, logoUrl?: string): Promise<Buffer> {
    // Imported with the first image, because the library is large and pages do not need it.
    const { default: satori } = await import('satori');
    const { typeface } = card;
    if (fonts?.typeface !== typeface) fonts = { typeface, files: loadFonts(typeface) };
    const words = await satori(layout(card, logoUrl) as never, {
      width: shareWidth - markWidth,
      height: shareHeight,
      fonts: await fonts.files,
    });
    return sharp({
      create: { width: shareWidth, height: shareHeight, channels: 3, background: card.tones.paper },
    })
      .composite([
        { input: Buffer.from(words), left: 0, top: 0 },
        { input: markSvg(card), left: shareWidth - markWidth, top: 0 },
      ])
      .png({ palette: true, compressionLevel: 9 })
      .toBuffer();
  }

  return {
    /** Draws a share image. @returns a PNG */
    draw: (card: ShareCard): Promise<Buffer> =>
      images.through(JSON.stringify(card), async () => {
        // An SVG that a user uploaded is never drawn in this process.
        const logoUrl = card.logo ? await rasterUrl(card.logo, logoBox.height * 2) : undefined;
        return inImageQueue('delivery', (sharp) => draw(sharp, card, logoUrl));
      }),
  };
}
