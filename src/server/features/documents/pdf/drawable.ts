import { Font } from '@react-pdf/renderer';

import type { TypefaceKey } from '~/contract/settings/typefaces';
import { familyWith, hanFontOf } from './script-fonts';
import { familiesOf } from './theme';

/** Replacement for characters that are missing in all fonts. */
const unknownLetter = '\uFFFD';
/** Replacements for symbols that are missing in all fonts. */
const spelled: Readonly<Record<string, string>> = {
  '\u2010': '-',
  '\u2011': '-',
  '→': '->',
  '←': '<-',
  '↔': '<->',
  '≤': '<=',
  '≥': '>=',
  '≈': '~',
  '∞': 'infinity',
  '✓': 'yes',
  '✔': 'yes',
  '✗': 'no',
  '✘': 'no',
  '★': '*',
  '☆': '*',
};
/** Characters that every font has. */
const plain = /^[\n\x20-\x7e]*$/;
/** Keys of texts that are not drawn: XML, and the content of QR codes. */
const notDrawn: ReadonlySet<string> = new Set(['eInvoice', 'epc', 'url']);

interface Drawable<Content> {
  content: Content;
  /** Font families that the document needs for other scripts. */
  scripts: string[];
  /** Characters that are missing in all fonts. */
  missing: string[];
}

/** Scripts whose vowels can have two parts. */
const splitVowels =
  /[\p{Script=Bengali}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]/u;

/**
 * Rewrites a text so that each character has exactly one glyph. The layout library counts characters by glyphs, and
 * would otherwise cut off the end of a text.
 */
function inSingleGlyphs(text: string): string {
  const decomposed = splitVowels.test(text) ? text.normalize('NFD') : text;
  return (
    decomposed
      .replaceAll('\r\n', '\n')
      // Places the ring of the Thai and Lao vowel AM before the tone mark.
      .replace(/([\u0e48-\u0e4b]?)\u0e33/g, '\u0e4d$1\u0e32')
      .replace(/([\u0ec8-\u0ecb]?)\u0eb3/g, '\u0ecd$1\u0eb2')
      // Khmer vowels have no decomposition in Unicode. Appends zero-width characters, so that the library cuts off these instead of
      // visible ones.
      .replace(/[^\n]*[\u17be-\u17c0\u17c4\u17c5][^\n]*/g, (line) =>
        line.padEnd(2 * line.length, '\u200c'),
      )
  );
}

/**
 * Returns the texts of a content that are drawn and have characters that not every font has, and
 * the countries that it names.
 */
function textsOf(content: unknown): { texts: string[]; countries: string[] } {
  const texts: string[] = [];
  const countries: string[] = [];
  const walk = (value: unknown, key: string) => {
    if (typeof value === 'string') {
      if (key === 'country') countries.push(value);
      if (!plain.test(value)) texts.push(inSingleGlyphs(value));
    } else if (Array.isArray(value)) for (const one of value) walk(one, key);
    else if (typeof value === 'object' && value !== null) {
      for (const [name, part] of Object.entries(value)) if (!notDrawn.has(name)) walk(part, name);
    }
  };
  walk(content, '');
  return { texts, countries };
}

/**
 * Returns the content with characters that the fonts have, and the names of further font families that it needs.
 * Replaces characters that are missing in all fonts, because the layout library would otherwise use a built-in PDF
 * font. That font shows other characters, and is not embedded, which PDF/A requires.
 */
export async function drawableOf<Content>(
  content: Content,
  typeface: TypefaceKey | null,
): Promise<Drawable<Content>> {
  const sources = familiesOf(typeface).text.map((fontFamily) => ({ fontFamily, fontWeight: 400 }));
  await Promise.all(sources.map((source) => Font.load(source)));
  const fonts = sources.map((source) => Font.getFont(source)?.data);
  const isKnown = (letter: string) =>
    fonts.some((font) => font?.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
  const { texts, countries } = textsOf(content);
  const firstHan = hanFontOf(texts.join(' '), countries);
  const scripts = new Set<string>();
  /** Returns whether a font has the character, and loads that font. */
  const isFound = async (letter: string) => {
    if (isKnown(letter)) return true;
    const family = await familyWith(letter, firstHan);
    if (family) scripts.add(family);
    return family !== undefined;
  };
  const missing: string[] = [];
  const sign = isKnown(unknownLetter) ? unknownLetter : '?';
  const drawnAs = async (letter: string): Promise<string> => {
    if (letter === '\n') return letter;
    if (/[\r\u2028\u2029]/.test(letter)) return '\n';
    if (/\p{Emoji_Modifier}/u.test(letter)) return '';
    if (await isFound(letter)) return letter;
    if (/\s/.test(letter)) return ' ';
    const simpler = spelled[letter] ?? letter.normalize('NFKC');
    if (simpler !== letter) {
      const found = await Promise.all(Array.from(simpler, isFound));
      if (found.every(Boolean)) return simpler;
    }
    // Combining marks, joiners and skin tones are invisible on their own.
    if (/[\p{Cc}\p{Cf}\p{M}]/u.test(letter)) return '';
    missing.push(letter);
    return sign;
  };
  const drawn = new Map<string, string>();
  for (const letter of new Set(texts.flatMap((text) => Array.from(text)))) {
    drawn.set(letter, await drawnAs(letter));
  }
  const of = (value: unknown): unknown => {
    if (typeof value === 'string') {
      if (plain.test(value)) return value;
      const letters = Array.from(inSingleGlyphs(value));
      return letters.map((letter) => drawn.get(letter) ?? letter).join('');
    }
    if (Array.isArray(value)) return value.map(of);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, notDrawn.has(key) ? part : of(part)]),
    );
  };
  return { content: of(content) as Content, scripts: [...scripts], missing };
}
