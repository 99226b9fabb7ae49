import { Font, StyleSheet } from '@react-pdf/renderer';
import { createContext, useContext } from 'react';

import { fontsOf, type TypefaceKey } from '~/contract/settings/typefaces';
import { dataUrl, fontFile } from './font-files';
import { breakLongWord } from './long-words';

/** Fonts for other scripts. Each character uses the first family that has it. */
const faces = [
  // Symbols that the agency's fonts may lack, such as the sign for square meters.
  ['noto-sans', 'noto-sans-latin'],
  ['noto-sans', 'noto-sans-latin-ext'],
  ['noto-sans', 'noto-sans-vietnamese'],
  ['noto-sans', 'noto-sans-cyrillic'],
  ['noto-sans', 'noto-sans-cyrillic-ext'],
  ['noto-sans', 'noto-sans-greek'],
  ['noto-sans-hebrew', 'noto-sans-hebrew-hebrew'],
  ['ibm-plex-sans-arabic', 'ibm-plex-sans-arabic-arabic'],
] as const;

function register(family: string, folder: string, weights: readonly number[]): string {
  Font.register({
    family,
    fonts: weights.map((fontWeight) => ({
      src: dataUrl(fontFile(folder, family, fontWeight)),
      fontWeight,
    })),
  });
  return family;
}

const otherFamilies = faces.map(([folder, family]) => register(family, folder, [400, 700]));

const latin = ['latin', 'latin-ext'] as const;
const registered = new Map<TypefaceKey | null, { text: string[]; display: string[] }>();

/**
 * Returns the families of a pair of fonts, followed by families for other scripts. Loads a pair when a document first
 * uses it.
 */
export function familiesOf(typeface: TypefaceKey | null): { text: string[]; display: string[] } {
  const known = registered.get(typeface);
  if (known) return known;
  const fonts = fontsOf(typeface);
  const text = [
    ...latin.map((subset) => register(`${fonts.text}-${subset}`, fonts.text, [400, 700])),
    ...otherFamilies,
  ];
  const display = [
    ...latin.map((subset) => register(`${fonts.display}-${subset}`, fonts.display, [700])),
    ...text,
  ];
  registered.set(typeface, { text, display });
  return { text, display };
}
// English hyphenation would break words of other languages wrongly, so only words that are wider than a column are broken.
Font.registerHyphenationCallback((word) => breakLongWord(word));

const tones = { ink: '#16181b', quiet: '#5b6068', line: '#e5dfd3' };

/** Colors of the site's light theme, with dark text on white paper. */
export interface PdfTones {
  rust: string;
  /** Background of highlighted areas. */
  paper: string;
  /** Logo, shown instead of the agency's name. Sizes are in points. */
  logo?: { src: string; width: number; height: number } | undefined;
  /** Pair of fonts; null for the default. */
  typeface: TypefaceKey | null;
}

export const ToneContext = createContext<PdfTones>({
  rust: tones.ink,
  paper: '#ffffff',
  typeface: null,
});

/** Provides the additional font families that a document needs for its scripts. */
export const ScriptContext = createContext<readonly string[]>([]);

/** Returns the font families of a document, in the order in which a character is looked up. */
export function useFamilies(): { text: string[]; display: string[] } {
  const { typeface } = useContext(ToneContext);
  const scripts = useContext(ScriptContext);
  const { text, display } = familiesOf(typeface);
  return { text: [...text, ...scripts], display: [...display, ...scripts] };
}

const foot = { position: 'absolute', bottom: 32, fontSize: 7.5, color: tones.quiet } as const;

export const styles = StyleSheet.create({
  page: {
    fontSize: 9.5,
    color: tones.ink,
    paddingTop: 48,
    paddingBottom: 72,
    paddingHorizontal: 52,
  },
  // Sets font size and line height here instead of on the page, because the library would otherwise lay out page
  // numbers without a height.
  body: { fontSize: 9.5, lineHeight: 1.45 },
  head: { flexDirection: 'row', justifyContent: 'space-between', marginBottom: 36 },
  brand: {
    fontWeight: 700,
    fontSize: 15,
  },
  quiet: { color: tones.quiet },
  bold: { fontWeight: 700 },
  right: { textAlign: 'right' },
  title: {
    fontWeight: 700,
    fontSize: 22,
    lineHeight: 1.2,
    marginBottom: 18,
  },
  parties: { flexDirection: 'row', gap: 32, marginBottom: 26 },
  party: { flexGrow: 1, flexBasis: 0 },
  label: { fontSize: 8, marginBottom: 3 },
  row: {
    flexDirection: 'row',
    gap: 10,
    paddingVertical: 6,
    borderBottomWidth: 0.75,
    borderBottomColor: tones.line,
  },
  tableHead: {
    flexDirection: 'row',
    gap: 10,
    paddingBottom: 4,
    borderBottomWidth: 1.25,
    borderBottomColor: tones.ink,
    color: tones.quiet,
    fontSize: 8,
  },
  description: { flexGrow: 1, flexBasis: 0 },
  quantity: { width: 62, textAlign: 'right' },
  price: { width: 72, textAlign: 'right' },
  due: { width: 150 },
  rate: { width: 46, textAlign: 'right' },
  amount: { width: 80, textAlign: 'right' },
  sums: { alignSelf: 'flex-end', width: 280, marginTop: 10 },
  sum: { flexDirection: 'row', gap: 12, paddingVertical: 2 },
  taxNote: { fontSize: 8, lineHeight: 1.3, color: tones.quiet, marginBottom: 3 },
  total: {
    flexDirection: 'row',
    justifyContent: 'space-between',
    marginTop: 4,
    paddingTop: 6,
    borderTopWidth: 1.25,
    borderTopColor: tones.ink,
    fontSize: 12,
    fontWeight: 700,
  },
  section: { marginTop: 22 },
  heading: { fontWeight: 700, fontSize: 11, marginBottom: 5 },
  subheading: { fontWeight: 700, fontSize: 9.5, marginTop: 4, marginBottom: 2 },
  paragraph: { marginBottom: 6 },
  ways: { flexDirection: 'row', gap: 28, marginTop: 4 },
  way: { flexDirection: 'row', flexGrow: 1, flexBasis: 0, gap: 20 },
  grow: { flexGrow: 1, flexBasis: 0 },
  fact: { flexDirection: 'row', gap: 8 },
  code: { width: 96 },
  caption: { marginTop: 4, fontSize: 8, lineHeight: 1.25, color: tones.quiet },
  address: { marginTop: 10, fontSize: 8 },
  record: { marginTop: 26, padding: 14 },
  footer: { ...foot, left: 52, right: 110 },
  pageNumber: { ...foot, right: 52, width: 60, textAlign: 'right' },
});
