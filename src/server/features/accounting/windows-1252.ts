/** Characters from 0x80 to 0x9f, where Latin-1 has control codes. Unassigned codes are spaces. */
const highSigns = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** Uses a table, because some versions of Node decode `windows-1252` as Latin-1. */
const byteOfHigh = new Map(
  [...highSigns].flatMap((sign, index) => (sign === ' ' ? [] : [[sign, 0x80 + index] as const])),
);

function byteOf(sign: string): number | undefined {
  const code = sign.codePointAt(0) ?? 0;
  const isLatin = code < 0x80 || (code >= 0xa0 && code <= 0xff);
  return isLatin ? code : byteOfHigh.get(sign);
}

const withoutMarks = (sign: string): string => sign.normalize('NFD').replace(/\p{M}/gu, '');

/**
 * Encodes a text in Windows-1252. Letters that the encoding lacks lose their accents; other missing characters become
 * question marks.
 */
export function toWindows1252(text: string): Buffer {
  const bytes = [...text.normalize('NFC')].flatMap(
    (sign) => byteOf(sign) ?? [...withoutMarks(sign)].map((one) => byteOf(one) ?? 0x3f),
  );
  return Buffer.from(bytes);
}
