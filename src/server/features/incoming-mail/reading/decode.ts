const base64Values = new Int8Array(256).fill(-1);
for (const [value, sign] of [
  ...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
].entries())
  base64Values[sign.charCodeAt(0)] = value;
base64Values['-'.charCodeAt(0)] = 62;
base64Values['_'.charCodeAt(0)] = 63;
const EQUALS = 61;

/** What is no base64 is skipped; padding within it begins anew, as some programs pad each line. */
function decodeBase64(bytes: Uint8Array): Uint8Array {
  const decoded = new Uint8Array(Math.floor((bytes.length * 3) / 4) + 3);
  let length = 0;
  let group = 0;
  let held = 0;
  const flush = () => {
    if (held === 2) decoded[length++] = group >> 4;
    if (held === 3) {
      decoded[length++] = group >> 10;
      decoded[length++] = group >> 2;
    }
    group = 0;
    held = 0;
  };
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    const value = base64Values[byte] as number;
    if (value < 0) {
      if (byte === EQUALS) flush();
      continue;
    }
    group = (group << 6) | value;
    held++;
    if (held < 4) continue;
    decoded[length++] = group >> 16;
    decoded[length++] = group >> 8;
    decoded[length++] = group;
    group = 0;
    held = 0;
  }
  flush();
  return decoded.subarray(0, length);
}

const hex = (byte: number | undefined): number => {
  if (byte === undefined) return -1;
  if (byte >= 48 && byte <= 57) return byte - 48;
  if (byte >= 65 && byte <= 70) return byte - 55;
  return byte >= 97 && byte <= 102 ? byte - 87 : -1;
};

/** A sign of equality that encodes nothing is left as it is. */
function decodeQuotedPrintable(bytes: Uint8Array): Uint8Array {
  const decoded = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte !== EQUALS) {
      decoded[length++] = byte;
      continue;
    }
    const high = hex(bytes[at + 1]);
    const low = hex(bytes[at + 2]);
    if (high >= 0 && low >= 0) {
      decoded[length++] = high * 16 + low;
      at += 2;
      continue;
    }
    const lineEnd = softBreakEnd(bytes, at + 1);
    if (lineEnd < 0) decoded[length++] = byte;
    else at = lineEnd;
  }
  return decoded.subarray(0, length);
}

/** The last byte of a line break that only spaces stand before, and few of them; -1 where there is none. */
function softBreakEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at - from < 80 && (bytes[at] === 32 || bytes[at] === 9)) at++;
  if (at >= bytes.length) return at - 1;
  if (bytes[at] === 13 && bytes[at + 1] === 10) return at + 1;
  return bytes[at] === 10 ? at : -1;
}

export function decodeTransfer(bytes: Uint8Array, encoding: string): Uint8Array {
  if (encoding === 'base64') return decodeBase64(bytes);
  if (encoding === 'quoted-printable') return decodeQuotedPrintable(bytes);
  return bytes;
}

/** `%C3%A9`, as parameters of headers are encoded. */
export function bytesOfPercent(text: string): Buffer {
  return Buffer.from(
    text
      .replace(/[^%]+/g, (plain) => encodeURIComponent(plain.toWellFormed()))
      .replace(/%([0-9a-f]{2})|%/gi, (_, code?: string) =>
        code ? String.fromCharCode(Number.parseInt(code, 16)) : '%',
      ),
    'latin1',
  );
}

/** Names that mail programs use for what `TextDecoder` knows by another one. */
const otherNames: Record<string, string> = {
  '932': 'shift_jis',
  '936': 'gbk',
  '949': 'euc-kr',
  '950': 'big5',
  '51932': 'euc-jp',
  '50220': 'iso-2022-jp',
  '50221': 'iso-2022-jp',
  '50222': 'iso-2022-jp',
  '65001': 'utf-8',
  mskanji: 'shift_jis',
  eucjp: 'euc-jp',
  euckr: 'euc-kr',
  uhc: 'euc-kr',
  hzgb2312: 'gbk',
  iso88598i: 'iso-8859-8-i',
  iso88598e: 'iso-8859-8',
  tis620: 'windows-874',
};

function decoderOf(label: string): TextDecoder | undefined {
  const written = label.trim().toLowerCase().slice(0, 60);
  const bare = written.replace(/^(x-|cs)/, '').replace(/[\s._-]+/g, '');
  const page = /^(?:cp|windows|ms|ibm)?(\d+)$/.exec(bare)?.[1];
  for (const name of [
    written,
    otherNames[page ?? bare],
    page && `windows-${page}`,
    `iso-${bare}`,
  ]) {
    if (!name) continue;
    try {
      return new TextDecoder(name);
    } catch {
      // not one that is known
    }
  }
  return undefined;
}

const strict = new TextDecoder('utf-8', { fatal: true });
const lossy = new TextDecoder('utf-8');
const western = new TextDecoder('windows-1252');

function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    // It is in another charset.
    return undefined;
  }
}

/** How often UTF-8 was found in a text that has other bytes as well. */
function isMostlyUtf8(text: string): boolean {
  const sample = text.slice(0, 200_000);
  const broken = sample.split('\ufffd').length - 1;
  const right = sample.replace(/[\p{ASCII}\ufffd]+/gu, '').length;
  return right > broken;
}

/** A text in the charset that its headers name, if that is one and fits; else in UTF-8, or in Windows-1252, which knows every byte. */
export function decodeText(bytes: Uint8Array, charset: string | undefined): string {
  const decoder = charset ? decoderOf(charset) : undefined;
  const isUtf8 = !decoder || decoder.encoding === 'utf-8' || /^(us-)?ascii$/i.test(charset ?? '');
  if (!isUtf8) {
    const text = decoder.decode(bytes);
    return text.includes('\ufffd') ? (asUtf8(bytes) ?? text) : text;
  }
  const text = asUtf8(bytes);
  if (text !== undefined) return text;
  const most = lossy.decode(bytes);
  return isMostlyUtf8(most) ? most : western.decode(bytes);
}
