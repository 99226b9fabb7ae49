import { isAscii } from 'node:buffer';

import { analyse } from 'chardet';
import iconv from 'iconv-lite';

import {
  type EncodingChoice,
  encodingNames,
  type TextEncoding,
} from '~/contract/values/text-encodings';

/**
 * Encodings that `TextDecoder` lacks, or does not decode completely in some versions of Node, by their names in
 * `iconv-lite`.
 */
const incomplete: Record<string, string> = {
  'windows-1252': 'windows-1252',
  'euc-kr': 'cp949',
  gbk: 'gb18030',
};

/**
 * Decodes bytes in the encoding that the file names.
 *
 * @returns undefined for an unknown encoding
 * @throws TypeError for bytes that are invalid in the encoding
 */
export function decodeAs(bytes: Uint8Array, encoding: string): string | undefined {
  const name = encoding.toLowerCase();
  // If the XML declaration can be read as single bytes, the file is not UTF-16, even if the declaration names UTF-16.
  const isWide = name.startsWith('utf-16') || name === 'ucs-2';
  if (isWide) return wideText(bytes);
  let decoder: TextDecoder | undefined;
  try {
    decoder = new TextDecoder(name, { fatal: true });
  } catch {
    // `TextDecoder` does not know the name.
  }
  const other = decoder ? incomplete[decoder.encoding] : name;
  if (decoder && !other) return decoder.decode(bytes);
  if (!other || !iconv.encodingExists(other)) return undefined;
  const text = iconv.decode(Buffer.from(bytes), other);
  if (text.includes('\uFFFD')) throw new TypeError(`invalid bytes for ${name}`);
  return text;
}

/**
 * Decodes a text file that does not name its encoding: UTF-8, UTF-16 with or without a byte order mark, or the encoding in
 * which the words look most natural.
 *
 * @param chosen encoding to use for bytes that are not Unicode
 * @returns undefined for bytes that are not text, or whose encoding is unclear
 */
export function decodeText(bytes: Uint8Array, chosen?: TextEncoding | null): string | undefined {
  const { text, isLegacy } = unicodeText(bytes);
  if (!isLegacy) return text;
  const encoding = chosen ?? detectEncoding(bytes);
  return encoding && decodeBy(encoding, bytes);
}

/** Returns the encoding in which bytes that are not Unicode look most natural; undefined if this is unclear. */
export function detectEncoding(bytes: Uint8Array): TextEncoding | undefined {
  const [best, second] = readingsOf(bytes);
  if (!best || best.cost > best.count) return undefined;
  const isTied = multiByte[best.encoding] && best.cost === second?.cost;
  return isTied ? undefined : best.encoding;
}

/** Maximum number of encodings to choose from, of lines for each encoding, and of characters in a line. */
const shown = { choices: 6, lines: 3, length: 120 };

/**
 * Returns the possible encodings of a text, the most natural one first, with lines whose text differs between them;
 * empty if the encoding is clear.
 */
export function encodingChoices(bytes: Uint8Array): EncodingChoice[] {
  if (!unicodeText(bytes).isLegacy) return [];
  const readings = readingsOf(bytes);
  const [best] = readings;
  if (!best) return [];
  const isUnnatural = best.cost > best.count;
  const near = best.cost + Math.max(1, best.count / 10);
  const possible = readings.filter(({ cost }) => isUnnatural || cost < near);
  const texts = new Map(possible.toReversed().map((one) => [one.text, one] as const));
  const distinct = possible.filter((one) => texts.get(one.text) === one);
  if (distinct.length < 2) return [];
  return distinct.slice(0, shown.choices).map(({ encoding, text }) => ({
    encoding,
    lines: text
      .split(/[\r\n]+/)
      .filter(Boolean)
      .slice(0, shown.lines)
      .map((line) => line.slice(0, shown.length)),
  }));
}

/** Returns the text of Unicode bytes; `isLegacy` is true for text in another encoding. */
function unicodeText(bytes: Uint8Array): { text?: string | undefined; isLegacy: boolean } {
  const wide = wideText(bytes);
  if (wide !== undefined) return { text: wide, isLegacy: false };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { text: text.includes('\u0000') ? undefined : text, isLegacy: false };
  } catch {
    // The bytes are not UTF-8.
    return { isLegacy: !bytes.includes(0) };
  }
}

/**
 * Decodes with the character table of an encoding. @returns undefined if some bytes are not a Chinese, Japanese or
 * Korean character
 */
function decodeBy(encoding: TextEncoding, bytes: Uint8Array): string | undefined {
  const other = incomplete[encoding] ?? (encoding.startsWith('cp') ? encoding : undefined);
  const text = other
    ? iconv.decode(Buffer.from(bytes), other)
    : new TextDecoder(encoding).decode(bytes);
  return encoding in multiByte && text.includes('\uFFFD') ? undefined : text;
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

/** Detects UTF-16 without a byte order mark, by punctuation and Latin letters, in which every second byte is 0. */
function unmarkedWide(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes.length < 4 || bytes.length % 2 === 1) return undefined;
  const zeros = [0, 0];
  const end = Math.min(bytes.length, 4_000);
  for (let at = 0; at < end; at += 1) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > end / 8 && even === 0) return 'utf-16le';
  return even > end / 8 && odd === 0 ? 'utf-16be' : undefined;
}

/** Number of bytes that are enough to determine the encoding of a file. */
const sampleBytes = 20_000;

/** Returns the first lines with bytes above ASCII. */
function sampleOf(bytes: Uint8Array): Uint8Array {
  const lines: Uint8Array[] = [];
  let size = 0;
  for (let from = 0; from < bytes.length && size < sampleBytes; ) {
    const end = bytes.indexOf(10, from);
    const next = end < 0 ? bytes.length : end + 1;
    const line = bytes.subarray(from, Math.min(next, from + sampleBytes));
    if (!isAscii(line)) {
      lines.push(line);
      size += line.length;
    }
    from = next;
  }
  return Buffer.concat(lines);
}

interface EncodingReading {
  encoding: TextEncoding;
  /** Text of the sample. */
  text: string;
  /** Weighted number of characters and sequences that are rare in texts with this encoding. */
  cost: number;
  /** Number of characters above ASCII. */
  count: number;
}

/** Decodes the text in each possible encoding. Returns the results, the most natural one first. */
function readingsOf(bytes: Uint8Array): EncodingReading[] {
  const sample = sampleOf(bytes);
  const detected = analyse(sample).find(
    ({ name, confidence }) => name.toLowerCase() in multiByte && confidence >= 50,
  )?.name;
  return encodingNames
    .flatMap((encoding): EncodingReading[] => {
      const text = decodeBy(encoding, sample);
      if (text === undefined) return [];
      const count = countOf(text, /(?!\p{ASCII})./gu);
      const rank = multiByte[encoding];
      const cost = rank
        ? idiographCost(text, sample, rank) +
          (detected && detected.toLowerCase() !== encoding ? 0.5 : 0)
        : (outdated.has(encoding) ? 1 : 0) +
          judged(text) +
          (encoding in letters ? strangeLetters(text, letters[encoding] ?? []) : 0);
      return [{ encoding, text, cost, count }];
    })
    .sort((one, other) => one.cost - other.cost);
}

/**
 * Patterns that indicate a wrong encoding, with their weights. They are very rare in texts that are decoded correctly.
 */
const oddities: [RegExp, number][] = [
  [/(?!\p{ASCII})[\p{Cc}\uFFFD]/gu, 10],
  [/[¤¦¨ˆ¸¬¯‡†◊∏∑∂∆∫√≈≠⁄ﬁﬂˇ˘˙˚˝˛]/gu, 3],
  // Matches symbols within words: `Wis³a` instead of Wisła, `Grš§e` instead of Größe.
  [/\p{L}(?!\p{ASCII})[\p{S}\p{No}§¶¿¡·ºª]/gu, 2],
  [/(?!\p{ASCII})[\p{Sk}\p{Sm}\p{So}\p{No}§¶¿¡·ºª]\p{Ll}/gu, 1],
  // Matches capital letters within lower-case words: `fŸr` instead of für.
  [/\p{Ll}(?!\p{ASCII})\p{Lu}\p{Ll}/gu, 2],
  [/\p{Ll}(?!\p{ASCII})\p{Lu}/gu, 1],
  // Matches sequences of accented Latin letters, and letters of two scripts in one word.
  [/(?:(?!\p{ASCII})\p{Script=Latin}){3,}/gu, 3],
  [
    /\p{Script=Latin}(?=[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}])/gu,
    2,
  ],
  [
    /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}](?=\p{Script=Latin})/gu,
    2,
  ],
  // Matches punctuation within words, except for apostrophes and hyphens.
  [/\p{L}[‘‚“”„†‡•…‰‹›€™]\p{L}/gu, 2],
  // Matches direction marks beside Latin letters, where they are not needed.
  [/\p{Script=Latin}[\u200e\u200f]/gu, 2],
  // Matches box-drawing characters, and vowel marks without a letter.
  [/[\u2500-\u259f]/gu, 3],
  [/(?<![\p{L}\p{M}])\p{M}/gu, 2],
  [/\p{Lu}(?!\p{ASCII})\p{Lu}\p{Ll}/gu, 1],
  // Matches Arabic marks beside Latin letters.
  [/[a-z][\u0640\u064b-\u065f]|[\u0640\u064b-\u065f][a-z]/giu, 3],
  // Matches combinations of letters that do not occur in the languages with these letters.
  [/ñ(?![aeiouáéíóú])|ń(?=[aeiouyó])|ăo|ř(?=[bglnr])|č(?=[mrsv]e|s\b)/giu, 2],
  // Matches letters in places where currency symbols are common.
  [/\d ?(?!\p{ASCII})\p{L}(?!\p{L})|(?<!\p{L})(?!\p{ASCII})\p{L} ?\d/gu, 1],
  // Matches words that cannot be Cyrillic, because Cyrillic words begin with other letters and contain vowels.
  [/(?<!\p{L})[ьъы]/giu, 1],
  [/[бвгджзклмнпрстфхцчшщьъ]{4,}/giu, 1],
  // Matches the French letter œ where it cannot be, because it occurs only before u and i.
  [/œ(?![ui])/giu, 1],
];

/** Letters that are rare in their script, but appear by chance if text is decoded in a wrong encoding. */
const rareLetters = [
  /(?![оеаинтсрвлкмдпуяыьзб])\p{Script=Cyrillic}/giu,
  /(?![αοιετσςνηυρπκμλάέίόήω])\p{Script=Greek}/giu,
  /(?![יוהלאתרמשנבדם])\p{Script=Hebrew}/gu,
  /(?![اليمونرتبةدعسحفك])\p{Script=Arabic}/gu,
];

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

const judged = (text: string): number =>
  oddities.reduce((sum, [odd, weight]) => sum + weight * countOf(text, odd), 0) +
  rareLetters.reduce((sum, rare) => sum + countOf(text, rare) / 2, 0);

/** Encodings that only few programs still write. */
const outdated = new Set<TextEncoding>(['macintosh', 'x-mac-cyrillic', 'ibm866', 'cp850', 'cp852']);

/** Letters above ASCII in the languages for which an encoding is used, except very rare ones. */
const western = [
  'äöüß',
  'àâçéèêëîïôœùû',
  'áéíóúñü',
  'àçèéíïòóúü',
  'àèéìòóù',
  'áâãàçéêíóôõú',
  'éëïèêöüóá',
  'æøåé',
  'åäöé',
  'áðéíóúýþæö',
];
const central = [
  'äöüß',
  'ąćęłńóśźż',
  'áčďéěíňóřšťúůýž',
  'áäčďéíľňóôšťúýž',
  'áéíóöőúüű',
  'ăâîşţ',
  'čćđšž',
];
const letters: Partial<Record<TextEncoding, readonly string[]>> = {
  'windows-1252': western,
  'iso-8859-15': western,
  macintosh: western,
  cp850: western,
  'windows-1250': central,
  'iso-8859-2': central,
  cp852: central,
  'windows-1254': ['çğıöşüâîû'],
};

/** Returns the number of letters that do not occur in the best matching language. */
function strangeLetters(text: string, languages: readonly string[]): number {
  const found = text.toLowerCase().match(/(?!\p{ASCII})\p{L}/gu) ?? [];
  return Math.min(...languages.map((own) => found.filter((one) => !own.includes(one)).length));
}

/**
 * First bytes of frequent characters in an encoding, and whether the second byte of these characters is above ASCII.
 */
interface FrequentCharacters {
  isFrequent(lead: number): boolean;
  hasHighTrail: boolean;
}
const within =
  (...ranges: [number, number][]) =>
  (lead: number) =>
    ranges.some(([from, to]) => lead >= from && lead <= to);
/**
 * Encodings of Chinese, Japanese and Korean, with the first bytes of their punctuation, kana and more frequent
 * characters.
 */
const multiByte: Partial<Record<string, FrequentCharacters>> = {
  shift_jis: { isFrequent: within([0x81, 0x83], [0x88, 0x97]), hasHighTrail: false },
  'euc-jp': { isFrequent: within([0xa1, 0xa5], [0xb0, 0xcf]), hasHighTrail: true },
  'euc-kr': { isFrequent: within([0xa1, 0xa3], [0xb0, 0xc8]), hasHighTrail: true },
  gb18030: { isFrequent: within([0xa1, 0xa3], [0xb0, 0xd7]), hasHighTrail: true },
  big5: { isFrequent: within([0xa1, 0xa3], [0xa4, 0xc6]), hasHighTrail: false },
};

/** Returns the number of rare characters, and of characters inside words of Latin letters. */
function idiographCost(
  text: string,
  bytes: Uint8Array,
  { isFrequent, hasHighTrail }: FrequentCharacters,
): number {
  let rare = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const [lead = 0, trail = 0] = bytes.subarray(at, at + 2);
    if (lead < 0x80) continue;
    if (!isFrequent(lead) || (hasHighTrail && trail < 0xa1)) rare += 1;
    at += 1;
  }
  return (
    rare +
    countOf(
      text,
      /(?!\p{ASCII})\p{L}(?=[a-z]|[A-Z]{2})|[a-z](?!\p{ASCII})\p{Lo}|[A-Za-z](?!\p{ASCII}).(?=[a-z])/gu,
    )
  );
}
