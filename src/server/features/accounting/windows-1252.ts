/** The byte of each sign that Windows-1252 has. */
const byteOf = new Map(
  Array.from({ length: 256 }, (_, byte) => [
    new TextDecoder('windows-1252').decode(Uint8Array.of(byte)),
    byte,
  ]),
);

const withoutMarks = (sign: string): string => sign.normalize('NFD').replace(/\p{M}/gu, '');

/** A text in Windows-1252: a letter that it has not is written without its marks, any other sign as a question mark. */
export function toWindows1252(text: string): Buffer {
  const bytes = [...text.normalize('NFC')].flatMap((sign) => {
    const byte = byteOf.get(sign);
    if (byte !== undefined) return byte;
    return [...withoutMarks(sign)].map((one) => byteOf.get(one) ?? 0x3f);
  });
  return Buffer.from(bytes);
}
