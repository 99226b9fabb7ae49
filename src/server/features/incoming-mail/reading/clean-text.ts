/** What PostgreSQL refuses (NUL), what is no character, and what turns or hides the text around it. */
const controls = /(?![\n\t])[\p{Cc}\ufdd0-\ufdef\ufffe\uffff\ufeff]/gu;
/** Marks that turn the direction of what follows: a name in a list could show another one's ending. */
const turning = /[\u202a-\u202e\u2066-\u2069]/g;

/** What Windows-1252 has in the place of controls that no text has: what decodes it as ISO 8859-1 leaves them as they are. */
const windows: Record<string, string> = Object.fromEntries(
  [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'].map((sign, at) => [
    String.fromCharCode(0x80 + at),
    sign,
  ]),
);

/** Lines end with \n, and nothing is left that cannot be stored or shown. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0080-\u009f]/g, (sign) => windows[sign] ?? '')
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(controls, '');
}

/** A subject, a name: one line of a length that lists can show. */
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
 * Removes spaces at the ends of lines, but for the one of `-- `, which begins a signature, and empty lines at both ends.
 *
 * @param isTyped keeps the empty lines between others; of those that HTML makes, one is left
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
