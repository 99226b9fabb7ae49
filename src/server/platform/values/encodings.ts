import { analyse } from 'chardet';

/** Encoding names found in files, mapped to names that `TextDecoder` knows. */
const named: Record<string, string> = { 'us-ascii': 'windows-1252', latin1: 'windows-1252' };

/** Single-byte encodings of Latin letters that bank and spreadsheet programs write. */
const latin = [
  'windows-1252',
  'iso-8859-15',
  'windows-1250',
  'iso-8859-2',
  'macintosh',
  'windows-1254',
];
/** Single-byte encodings of other scripts. */
const otherScripts = [
  'windows-1255',
  'windows-1256',
  'windows-1253',
  'windows-1251',
  'koi8-u',
  'ibm866',
  'x-mac-cyrillic',
];
/** Encodings of Chinese, Japanese and Korean, by their names in `chardet`. */
const multiByte: Record<string, string> = {
  Shift_JIS: 'shift_jis',
  'EUC-JP': 'euc-jp',
  'EUC-KR': 'euc-kr',
  GB18030: 'gb18030',
  Big5: 'big5',
};

/**
 * Decodes bytes in the encoding that their file names.
 *
 * @returns undefined for an unknown encoding
 * @throws TypeError for bytes that are invalid in it
 */
export function decodeAs(bytes: Uint8Array, encoding: string): string | undefined {
  const name = encoding.toLowerCase();
  // If the XML declaration can be read as single bytes, the file is not UTF-16, whatever the declaration says.
  const isWide = name.startsWith('utf-16') || name === 'ucs-2';
  if (isWide) return wideText(bytes);
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(named[name] ?? name, { fatal: true });
  } catch {
    // The decoder rejects bytes that are invalid in this encoding.
    return undefined;
  }
  return decoder.decode(bytes);
}

/**
 * Decodes a text file that does not name its encoding: UTF-8, UTF-16 with or without a byte order mark, or the encoding
 * in which the words look most natural.
 *
 * @returns undefined for bytes that are not text, or whose encoding is unclear
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const wide = wideText(bytes);
  if (wide !== undefined) return wide;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\u0000') ? undefined : text;
  } catch {
    // Not UTF-8.
    return bytes.includes(0) ? undefined : legacyText(bytes);
  }
}

function wideText(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes;
  const mark =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : undefined;
  const encoding = mark ?? unmarkedWide(bytes);
  if (!encoding) return undefined;
  const text = new TextDecoder(encoding).decode(bytes);
  return text.includes('\u0000') || text.includes('\uFFFD') ? undefined : text;
}

/** Detects UTF-16 without a byte order mark: every second byte of punctuation and Latin letters is 0. */
function unmarkedWide(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes.length < 4 || bytes.length % 2 === 1) return undefined;
  const zeros = [0, 0];
  const end = Math.min(bytes.length, 4_000);
  for (let at = 0; at < end; at += 1) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > end / 8 && even === 0) return 'utf-16le';
  return even > end / 8 && odd === 0 ? 'utf-16be' : undefined;
}

/** Share of the bytes above ASCII that stand in runs of three or more. In Latin script, most stand alone. */
function shareInRuns(bytes: Uint8Array): { share: number; count: number } {
  let [run, inRuns, count] = [0, 0, 0];
  for (const byte of [...bytes.subarray(0, sampleBytes), 0]) {
    if (byte >= 0x80) {
      run += 1;
      continue;
    }
    count += run;
    if (run >= 3) inRuns += run;
    run = 0;
  }
  return { share: count === 0 ? 0 : inRuns / count, count };
}

/** Enough of a file to judge its encoding. */
const sampleBytes = 100_000;

/** Decodes text that is not Unicode. @returns undefined if no encoding makes it look natural */
function legacyText(bytes: Uint8Array): string | undefined {
  const { share, count } = shareInRuns(bytes);
  const inLatin = mostNatural(bytes, latin);
  if (share < 0.3 || inLatin.oddity <= count * 0.1) return inLatin.text;
  const other = mostNatural(bytes, otherScripts);
  if (other.oddity <= count * 0.1 && count >= 6) return other.text;
  return multiByteText(bytes) ?? (inLatin.oddity <= count * 0.5 ? inLatin.text : undefined);
}

function mostNatural(bytes: Uint8Array, encodings: readonly string[]) {
  const sample = bytes.subarray(0, sampleBytes);
  const readings = encodings.map((encoding) => ({
    encoding,
    ...judged(new TextDecoder(encoding).decode(sample)),
  }));
  const { encoding, oddity } = readings.reduce((best, one) =>
    one.oddity + one.rarity < best.oddity + best.rarity ? one : best,
  );
  return { text: new TextDecoder(encoding).decode(bytes), oddity };
}

function multiByteText(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, sampleBytes);
  const found = analyse(sample).find(
    ({ name, confidence }) => name in multiByte && confidence >= 50,
  );
  const encoding = found ? multiByte[found.name] : isBig5(sample) ? 'big5' : undefined;
  if (!encoding) return undefined;
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    // Bytes that this encoding does not have.
    return undefined;
  }
}

/** Detects Big5, which `chardet` needs long texts for: nearly all characters are frequent ones, and some end in a byte of ASCII. */
function isBig5(bytes: Uint8Array): boolean {
  let [frequent, others, withAscii] = [0, 0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const [lead = 0, trail = 0] = bytes.subarray(at, at + 2);
    if (lead < 0x80) continue;
    at += 1;
    // Punctuation and full-width signs.
    if (lead >= 0xa1 && lead <= 0xa3) continue;
    if (lead >= 0xa4 && lead <= 0xc6) frequent += 1;
    else others += 1;
    if (trail < 0x80) withAscii += 1;
  }
  return frequent >= 4 && others <= frequent / 20 && withAscii > frequent / 10;
}

/** Patterns that suggest a wrong encoding, with their weights. Texts read in the right encoding have almost none. */
const oddities: [RegExp, number][] = [
  [/(?!\p{ASCII})[\p{Cc}\uFFFD]/gu, 10],
  [/[¤¦¨¸¬¯‡†◊∏∑∂∆∫√≈≠⁄ﬁﬂˇ˘˙˚˝˛]/gu, 3],
  // Symbols within words: `Wis³a` of Wisła, `Grš§e` of Größe.
  [/\p{L}(?!\p{ASCII})[\p{S}\p{No}§¶¿¡·ºª]/gu, 2],
  [/(?!\p{ASCII})[\p{Sk}\p{Sm}\p{So}\p{No}§¶¿¡·ºª]\p{Ll}/gu, 1],
  // Capital letters within lower-case words: `fŸr` of für.
  [/\p{Ll}(?!\p{ASCII})\p{Lu}\p{Ll}/gu, 2],
  [/\p{Ll}(?!\p{ASCII})\p{Lu}/gu, 1],
  // Runs of Latin letters with accents, and letters of two scripts in one word.
  [/(?:(?!\p{ASCII})\p{Script=Latin}){3,}/gu, 3],
  [
    /\p{Script=Latin}(?=[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}])/gu,
    2,
  ],
  [
    /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}](?=\p{Script=Latin})/gu,
    2,
  ],
  // Signs within words, but for apostrophes and hyphens.
  [/\p{L}[‘‚“”„†‡•…‰‹›€™]\p{L}/gu, 2],
  // Marks of the direction in a script that needs none.
  [/\p{Script=Latin}[\u200e\u200f]/gu, 2],
  // Box drawing, and vowel marks without a letter.
  [/[\u2500-\u259f]/gu, 3],
  [/(?<![\p{L}\p{M}])\p{M}/gu, 2],
  // Letters of Icelandic without its vowels are Turkish ones, and the other way round; Romanian has no ý.
  [/^(?=[\s\S]*[þð])(?![\s\S]*[áæíúéó])/gu, 5],
  [/^(?=[\s\S]*[ğış])(?=[\s\S]*[áæíúéó])/gu, 5],
  [/^(?=[\s\S]*ţ)(?=[\s\S]*ý)/gu, 5],
  // The French letter occurs before u and i only.
  [/œ(?![ui])/giu, 1],
];

/** Letters that are not among those that make up most of a text in their script: another encoding has them by chance. */
const rareLetters = [
  /(?![оеаинтсрвлкмдпуяыьзб])\p{Script=Cyrillic}/giu,
  /(?![αοιετσςνηυρπκμλάέίόήω])\p{Script=Greek}/giu,
  /(?![יוהלאתרמשנבדם])\p{Script=Hebrew}/gu,
  /(?![اليمونرتبةدعسحفك])\p{Script=Arabic}/gu,
];

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const judged = (text: string): { oddity: number; rarity: number } => ({
  oddity: oddities.reduce((sum, [odd, weight]) => sum + weight * countOf(text, odd), 0),
  rarity: rareLetters.reduce((sum, rare) => sum + countOf(text, rare) / 2, 0),
});
