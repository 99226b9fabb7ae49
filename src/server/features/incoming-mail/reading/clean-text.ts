/**
 * Matches characters that PostgreSQL rejects (NUL), noncharacters, and characters that reverse or hide the text around
 * them.
 */
const controls = /(?![\n\t])[\p{Cc}\ufdd0-\ufdef\ufffe\uffff\ufeff]/gu;
/**
 * Matches characters that change the direction of the following text. With them, a file name in a list could appear to
 * have another extension.
 */
const turning = /[\u202a-\u202e\u2066-\u2069]/g;

/** Printable characters of Windows-1252, by the control characters to which ISO 8859-1 decoders convert them. */
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
 * Removes trailing spaces, except in the line `-- ` that begins a signature, and empty lines at both ends.
 *
 * @param isTyped true to keep all empty lines in between; false to merge several into one, because HTML can result in
 * many
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
