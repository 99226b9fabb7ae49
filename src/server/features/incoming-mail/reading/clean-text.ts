/** Characters that PostgreSQL refuses (NUL), noncharacters, and characters that reverse or hide the text around them. */
const controls = /(?![\n\t])[\p{Cc}\ufdd0-\ufdef\ufffe\uffff\ufeff]/gu;
/**
 * Characters that change the direction of the text after them: a file name in a list could appear to have another
 * extension.
 */
const turning = /[\u202a-\u202e\u2066-\u2069]/g;

/** Printable characters of Windows-1252 that ISO 8859-1 decoders leave as control characters. */
const windows: Record<string, string> = Object.fromEntries(
  [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'].map((sign, at) => [
    String.fromCharCode(0x80 + at),
    sign,
  ]),
);

/** Normalizes line breaks to \n, and removes characters that cannot be stored or shown. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0080-\u009f]/g, (sign) => windows[sign] ?? '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(controls, '');
}

/** Normalizes a subject or a name: one line, short enough for lists. */
export function oneLine(text: string, max: number): string {
  const line = cleanText(text.slice(0, max * 8))
    .replace(turning, '')
    .replace(/\s+/g, ' ')
    .trim();
  return line.length <= max
    ? line
    : line
        .slice(0, max)
        .toWellFormed()
        .replace(/\ufffd$/, '');
}

/**
 * Removes empty lines at both ends and trailing spaces, except the space of `-- `, which begins a signature.
 *
 * @param isTyped true to keep all empty lines in between; of several that HTML results in, one is kept
 */
export function tidyText(text: string, isTyped = false): string {
  const kept: string[] = [];
  for (const line of text.replace(/[\u00a0\u202f]/g, ' ').split('\n')) {
    const end = line === '-- ' ? line : line.trimEnd();
    if (!isTyped && end === '' && kept.at(-1) === '') continue;
    kept.push(end);
  }
  const from = kept.findIndex((line) => line !== '');
  const to = kept.findLastIndex((line) => line !== '');
  return from < 0 ? '' : kept.slice(from, to + 1).join('\n');
}
