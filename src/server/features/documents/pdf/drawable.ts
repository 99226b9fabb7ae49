import { Font } from '@react-pdf/renderer';

import type { TypefaceKey } from '~/contract/settings/typefaces';
import { familiesOf } from './theme';

/** Stands for a letter that no font has. */
const unknownLetter = '\uFFFD';
/** What is written for a sign that few fonts have. */
const spelled: Readonly<Record<string, string>> = {
  '\u2010': '-',
  '\u2011': '-',
  '→': '->',
  '←': '<-',
  '≤': '<=',
  '≥': '>=',
  '≈': '~',
};
/** What every font has. */
const plain = /^[\n\x20-\x7e]*$/;
/** What is no text to be drawn: XML, and the words of codes. */
const notDrawn: ReadonlySet<string> = new Set(['eInvoice', 'epc', 'url']);

/**
 * The same content with a sign in the place of each letter that no font has. The layout library would set such a letter in a font that
 * PDF files have by themselves: as other letters, which are wrong, and against PDF/A, which asks for every font in the file.
 */
export async function drawableOf<Content>(
  content: Content,
  typeface: TypefaceKey | null,
): Promise<Content> {
  const sources = familiesOf(typeface).text.map((fontFamily) => ({ fontFamily, fontWeight: 400 }));
  await Promise.all(sources.map((source) => Font.load(source)));
  const fonts = sources.map((source) => Font.getFont(source)?.data);
  const isDrawn = (letter: string) =>
    fonts.some((font) => font?.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0));
  const sign = isDrawn(unknownLetter) ? unknownLetter : '?';
  const drawn = (letter: string): string => {
    if (letter === '\n') return letter;
    if (/[\r\u2028\u2029]/.test(letter)) return '\n';
    if (isDrawn(letter)) return letter;
    if (/\s/.test(letter)) return ' ';
    const simpler = spelled[letter] ?? letter.normalize('NFKC');
    if (simpler !== letter && Array.from(simpler).every(isDrawn)) return simpler;
    // Marks and signs that join letters are not seen by themselves.
    return /[\p{C}\p{M}]/u.test(letter) ? '' : sign;
  };
  const of = (value: unknown): unknown => {
    if (typeof value === 'string') {
      return plain.test(value) ? value : Array.from(value.replaceAll('\r\n', '\n'), drawn).join('');
    }
    if (Array.isArray(value)) return value.map(of);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, part]) => [key, notDrawn.has(key) ? part : of(part)]),
    );
  };
  return of(content) as Content;
}
