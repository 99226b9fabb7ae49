/** Encoding names found in files, mapped to names that `TextDecoder` knows. */
const named: Record<string, string> = { 'us-ascii': 'windows-1252', latin1: 'windows-1252' };

/** Single-byte encodings that European bank and spreadsheet programs write. */
const singleByte = ['windows-1252', 'iso-8859-15', 'windows-1250', 'iso-8859-2', 'macintosh'];

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
 * Decodes a text file that does not name its encoding: UTF-8, UTF-16 with or without a byte order mark, or the single-byte
 * encoding in which the words look most natural.
 *
 * @returns undefined for bytes that are not text
 */
export function decodeText(bytes: Uint8Array): string | undefined {
  const wide = wideText(bytes);
  if (wide !== undefined) return wide;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\u0000') ? undefined : text;
  } catch {
    // Not UTF-8.
    return bytes.includes(0) ? undefined : singleByteText(bytes);
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

function singleByteText(bytes: Uint8Array): string {
  const readings = singleByte.map((encoding) => {
    const text = new TextDecoder(encoding).decode(bytes);
    return { text, oddity: oddityOf(text) };
  });
  return readings.reduce((best, one) => (one.oddity < best.oddity ? one : best)).text;
}

/** Patterns that suggest a wrong encoding, with their weights. Texts read in the right encoding have almost none. */
const oddities: [RegExp, number][] = [
  [/(?!\p{ASCII})[\p{Cc}\uFFFD]/gu, 10],
  [/[¤¦¨¸¬¯‡†◊∏∑∂∆∫√≈≠]/gu, 3],
  // Symbols within words: `Wis³a` of Wisła, `Grš§e` of Größe.
  [/\p{L}(?!\p{ASCII})[\p{Sk}\p{Sm}\p{So}\p{No}§¶¿¡·ºª]/gu, 2],
  [/(?!\p{ASCII})[\p{Sk}\p{Sm}\p{So}\p{No}§¶¿¡·ºª]\p{Ll}/gu, 1],
  // Capital letters within lower-case words: `fŸr` of für.
  [/\p{Ll}(?!\p{ASCII})\p{Lu}\p{Ll}/gu, 2],
  // The French letter occurs before u and i only.
  [/œ(?![ui])/giu, 1],
];

const oddityOf = (text: string): number =>
  oddities.reduce((sum, [odd, weight]) => sum + weight * (text.match(odd)?.length ?? 0), 0);
