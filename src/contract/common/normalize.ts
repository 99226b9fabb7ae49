/**
 * Normalizes typed and pasted text, so that texts that look equal are equal in searches and comparisons. Schemas of texts apply
 * it before any other rule.
 */

/** Invisible characters without a meaning in a text: zero-width spaces, soft hyphens, annotation marks. */
const invisible = /[\u00ad\u180e\u200b\u2060-\u2064\u206a-\u206f\ufeff\ufff9-\ufffb]/g;

/** Direction marks, except the two that reverse letters. */
const directions = /[\u061c\u200e\u200f\u202a-\u202c\u2066-\u2069]/g;

const atEnds =
  /[\s\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]/;

/** Joiners that shape letters of these scripts, or combine several emoji. */
const joined =
  /[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mand}\p{scx=Mong}\p{scx=Nko}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{Extended_Pictographic}]|\p{Emoji_Modifier}|\ufe0f/u;

/** Tag characters, which spell the region of a flag and are hidden text anywhere else. */
const tags = /\u{1f3f4}[\u{e0020}-\u{e007f}]+|[\u{e0000}-\u{e007f}]/gu;

/** Line breaks of word processors. */
const otherBreaks = /[\v\f\u0085\u2028\u2029]/g;

/** Control characters that do not belong in a text. */
const controls = /[^\P{Cc}\t\n\r]/gu;

/** Matches most texts, which only need trimming. */
const plain = /^[\n\r\t\x20-\x7e]*$/;

function withoutInvisible(text: string): string {
  return text
    .replace(invisible, '')
    .replace(tags, (found) => (found.length > 2 ? found : ''))
    .replace(
      /(.?)([\u200c\u200d]+)(?=(.?))/gsu,
      (_, before: string, joiners: string, after: string) =>
        joined.test(before) && joined.test(after) ? before + joiners : before,
    )
    .normalize('NFC');
}

/** Trims in a loop, because a pattern would backtrack from each of many spaces. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && atEnds.test(text.charAt(start))) start += 1;
  while (end > start && atEnds.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** Normalizes a multi-line text. Keeps NUL characters, which validation rejects. */
export function normalizeText(text: string): string {
  if (plain.test(text)) return text.trim();
  return trimmed(
    withoutInvisible(
      text
        .replace(otherBreaks, '\n')
        .replace(controls, (found) => (found === '\u0000' ? found : '')),
    ),
  );
}

/** Normalizes a single-line text, such as a name. */
export function normalizeLine(text: string): string {
  if (plain.test(text)) return text.trim();
  return trimmed(withoutInvisible(text.replace(directions, '')));
}

/** Normalizes a code or a number: digits of other scripts and full-width letters become ASCII. */
export function normalizeCode(text: string): string {
  if (plain.test(text)) return text.trim();
  return normalizeLine(text.normalize('NFKC')).replace(/\p{Nd}/gu, (digit) =>
    String(digitValue(digit.codePointAt(0) ?? 0)),
  );
}

/** Returns the value of a digit. Digits of a script are consecutive code points, beginning with zero. */
function digitValue(code: number): number {
  let below = 0;
  while (/^\p{Nd}$/u.test(String.fromCodePoint(code - below - 1))) below += 1;
  return below % 10;
}

/**
 * Normalizes an email address and converts an international domain to ASCII, which emails use, so that both spellings count
 * as one address. An invalid domain does not change.
 */
export function normalizeEmail(text: string): string {
  const address = normalizeLine(text.normalize('NFKC'));
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  if (at < 0 || !/^[\p{L}\p{M}\p{N}.\u3002-]+$/u.test(domain)) return address;
  const isInternational = !plain.test(domain) || /(^|\.)xn--/i.test(domain);
  if (!isInternational || !URL.canParse(`http://${domain}`)) return address;
  return `${address.slice(0, at + 1)}${new URL(`http://${domain}`).hostname}`;
}

/**
 * Returns the length of a text, for comparison with minimum lengths that are meant for Latin
 * letters. Letters of scripts without case (Han, Kana, Hangul, Thai and others) count twice,
 * because each carries more meaning.
 */
export function weightOf(text: string): number {
  return text.length + (text.match(/(?!\p{sc=Latn})\p{Lo}/gu)?.length ?? 0);
}
