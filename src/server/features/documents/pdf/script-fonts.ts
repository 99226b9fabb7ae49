import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { Font } from '@react-pdf/renderer';

import { dataUrl, fontFile, fontPath } from './font-files';

const { resolve } = createRequire(import.meta.url);

/** Fonts for Han characters, whose shape depends on the region. */
const han = ['noto-sans-sc', 'noto-sans-tc', 'noto-sans-jp', 'noto-sans-kr'] as const;
type HanFont = (typeof han)[number];

/** Fonts for scripts and symbols that the agency's fonts lack, in search order. */
const packages = [
  'noto-sans-arabic',
  'noto-sans-armenian',
  'noto-sans-bengali',
  'noto-sans-canadian-aboriginal',
  'noto-sans-cherokee',
  'noto-sans-devanagari',
  'noto-sans-ethiopic',
  'noto-sans-georgian',
  'noto-sans-gujarati',
  'noto-sans-gurmukhi',
  'noto-sans-javanese',
  'noto-sans-kannada',
  'noto-sans-khmer',
  'noto-sans-lao',
  'noto-sans-malayalam',
  'noto-sans-myanmar',
  'noto-sans-nko',
  'noto-sans-oriya',
  'noto-sans-sinhala',
  'noto-sans-syriac',
  'noto-sans-tamil',
  'noto-sans-telugu',
  'noto-sans-thaana',
  'noto-sans-thai',
  'noto-sans-tifinagh',
  'noto-serif-tibetan',
  ...han,
  'noto-sans-symbols',
  'noto-sans-symbols-2',
  'noto-emoji',
] as const;

/** A font file that contains some of the font's characters. */
interface Part {
  family: string;
  folder: string;
  ranges: readonly (readonly [first: number, last: number])[];
}

const rangesOf = (unicodeRange: string): Part['ranges'] =>
  unicodeRange.split(',').map((range) => {
    const [first = '', last = first] = range.trim().replace(/^U\+/i, '').split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });

const known = new Map<string, Part[]>();

/**
 * Returns the parts of a font, except those for the alphabets that every font has. Reads the list of parts when a
 * character is first looked up in the font.
 */
function partsOf(folder: string): Part[] {
  const parts =
    known.get(folder) ??
    Object.entries(
      JSON.parse(readFileSync(resolve(`@fontsource/${folder}/unicode.json`), 'utf8')) as Record<
        string,
        string
      >,
    )
      .filter(
        ([subset]) =>
          !/^(latin|latin-ext|vietnamese|cyrillic|cyrillic-ext|greek|greek-ext)$/.test(subset),
      )
      .map(([subset, range]) => ({
        family: `${folder}-${subset.replace(/[[\]]/g, '')}`,
        folder,
        ranges: rangesOf(range),
      }));
  known.set(folder, parts);
  return parts;
}

const loaded = new Set<string>();

/** Registers a part of a font in the available weights, and loads the regular one. */
async function load({ family, folder }: Part): Promise<void> {
  if (loaded.has(family)) return;
  const weights = [400, 700].filter((weight) => existsSync(fontPath(folder, family, weight)));
  Font.register({
    family,
    fonts: weights.map((fontWeight) => ({
      src: dataUrl(fontFile(folder, family, fontWeight)),
      fontWeight,
    })),
  });
  await Font.load({ fontFamily: family, fontWeight: 400 });
  loaded.add(family);
}

/** Returns the Han font with the shapes that readers of a text expect. */
export function hanFontOf(text: string, countries: readonly string[]): HanFont {
  if (/\p{Script=Hiragana}|\p{Script=Katakana}/u.test(text)) return 'noto-sans-jp';
  if (/\p{Script=Hangul}/u.test(text)) return 'noto-sans-kr';
  if (countries.some((code) => /^(TW|HK|MO)$/.test(code))) return 'noto-sans-tc';
  return countries.includes('JP') ? 'noto-sans-jp' : 'noto-sans-sc';
}

/**
 * Returns the loaded family of the first font that contains a character; undefined if no font contains it.
 *
 * @param first Han font that is tried before the others
 */
export async function familyWith(letter: string, first: HanFont): Promise<string | undefined> {
  const code = letter.codePointAt(0) ?? 0;
  for (const folder of [first, ...packages]) {
    for (const part of partsOf(folder)) {
      if (!part.ranges.some(([from, to]) => from <= code && code <= to)) continue;
      await load(part);
      const font = Font.getFont({ fontFamily: part.family, fontWeight: 400 })?.data;
      if (font?.hasGlyphForCodePoint(code)) return part.family;
    }
  }
  return undefined;
}
