import { useEffect, useState } from 'react';

import type { BrandImage } from '~/contract/settings/logo-schema';
import { brandImageUrl } from './read-brand-image';

/** Backgrounds whose lightness is typical of all palettes. */
const grounds = { light: [251, 248, 242], dark: [17, 19, 22] } as const;
export type Ground = keyof typeof grounds;

const sampleSize = 64;
/** Minimum contrast. Below it, a mark is hard to see; WCAG requires 3 to 1 for graphics. */
const contrastMin = 2;
/**
 * Maximum share of the drawn area that may be hard to see. It is low, because one colored letter
 * does not make a dark word readable.
 */
const unreadableShareMax = 0.4;

function luminance([red, green, blue]: readonly [number, number, number]): number {
  const linear = [red, green, blue].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0);
}

/** Returns whether most of a drawing is visible on a background. @param pixels RGBA, from a canvas */
export function isReadableOn(pixels: ArrayLike<number>, ground: Ground): boolean {
  const below = luminance(grounds[ground]);
  let drawn = 0;
  let lost = 0;
  for (let at = 0; at < pixels.length; at += 4) {
    const [red, green, blue, alpha] = [0, 1, 2, 3].map((part) => pixels[at + part] ?? 0);
    // Skips edges, which are semi-transparent on every background.
    if ((alpha ?? 0) < 128) continue;
    drawn += 1;
    const above = luminance([red ?? 0, green ?? 0, blue ?? 0]);
    const contrast = (Math.max(above, below) + 0.05) / (Math.min(above, below) + 0.05);
    if (contrast < contrastMin) lost += 1;
  }
  return drawn === 0 || lost / drawn <= unreadableShareMax;
}

/**
 * Returns whether an SVG contains text. Its font depends on the device, and is missing in emails
 * and documents.
 */
export function hasText({ type, data }: BrandImage): boolean {
  return type === 'svg' && /<text[\s>]/i.test(data);
}

async function pixelsOf(image: BrandImage): Promise<Uint8ClampedArray | undefined> {
  const picture = new Image();
  picture.src = brandImageUrl(image);
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = sampleSize;
  canvas.height = sampleSize;
  const context = canvas.getContext('2d');
  context?.drawImage(picture, 0, 0, sampleSize, sampleSize);
  return context?.getImageData(0, 0, sampleSize, sampleSize).data;
}

/**
 * Returns warnings about a picture before it is saved.
 *
 * @param shownOn backgrounds on which the picture is displayed
 */
export function useLogoWarnings(image: BrandImage | null, shownOn: readonly Ground[]): string[] {
  const [lostOn, setLostOn] = useState<Ground[]>([]);
  const asked = shownOn.join();
  useEffect(() => {
    let isCurrent = true;
    setLostOn([]);
    if (image) {
      pixelsOf(image).then(
        (pixels) => {
          if (!isCurrent || !pixels) return;
          const all = asked.split(',') as Ground[];
          setLostOn(all.filter((ground) => !isReadableOn(pixels, ground)));
        },
        // The browser cannot draw the picture. The server will reject it.
        () => undefined,
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [image, asked]);
  if (!image) return [];
  return [
    ...lostOn.map((ground) =>
      ground === 'dark'
        ? 'Hard to read in the dark theme. Please add a logo for dark backgrounds.'
        : 'Hard to read on light pages. Please choose a darker logo.',
    ),
    ...(hasText(image)
      ? [
          'Its text depends on fonts on each visitor’s device and is cut off in emails and documents. Please convert the text to outlines.',
        ]
      : []),
  ];
}
