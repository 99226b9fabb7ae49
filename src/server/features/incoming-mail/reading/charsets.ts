import { isAscii, isUtf8 } from 'node:buffer';

import iconv from 'iconv-lite';

import { decodeAs, detectEncoding } from '~/server/platform/values/encodings';

/** A part of an email, as `postal-mime` stores it before decoding the text. */
export interface MimePart {
  /** Bytes of the part, without the transfer encoding. */
  content: ArrayBuffer | null;
  contentType: { parsed: { value: string; params: Record<string, string> } };
  contentDisposition: { parsed: { value: string } };
  childNodes: MimePart[];
}

/** Number of bytes at the start of HTML in which browsers search for its charset, with some space for comments. */
const metaBytes = 4_096;
/** Number of bytes that are enough to tell whether a charset fits. */
const sampleBytes = 100_000;
const westernCharset = 'windows-1252';

/** Returns whether 8-bit text can have this charset: a decoder exists, and the charset is not ASCII. */
const isUsable = (label: string): boolean =>
  !/^(?:us-?)?ascii$/i.test(label) &&
  (/^(?:utf-16|ucs-2)/i.test(label) || decodeAs(new Uint8Array(), label) !== undefined);

function isValidIn(bytes: Uint8Array, charset: string): boolean {
  try {
    return decodeAs(bytes, charset) !== undefined;
  } catch {
    // The bytes are invalid in this charset.
    return false;
  }
}

/** Decodes bytes. Bytes that are invalid in the charset are decoded as Windows-1252. */
export function decodeIn(bytes: Buffer, charset: string): string {
  const valid = isValidIn(bytes, charset) ? decodeAs(bytes, charset) : undefined;
  return valid ?? iconv.decode(bytes, westernCharset);
}

/** Returns the first lines of a long text. */
function sampleOf(bytes: Buffer): Buffer {
  if (bytes.length <= sampleBytes) return bytes;
  const end = bytes.lastIndexOf(10, sampleBytes);
  return bytes.subarray(0, end > 0 ? end : sampleBytes);
}

/** Returns whether text is UTF-8 in which at most a few characters are damaged. */
function isMostlyUtf8(bytes: Buffer): boolean {
  if (isUtf8(bytes)) return true;
  const text = bytes.toString('utf8');
  const damaged = text.match(/\ufffd/g)?.length ?? 0;
  const count = text.match(/(?!\p{ASCII})./gu)?.length ?? 0;
  return count > 2 * damaged;
}

/**
 * Returns whether the bytes contain sequences that occur in UTF-16 or in charsets like ISO-2022-JP, but not in UTF-8.
 */
const isStateful = (bytes: Buffer, label: string): boolean =>
  bytes.includes(0) || (/^(?:iso-?2022|cs-?iso-?2022|hz)/i.test(label) && bytes.includes(0x1b));

class TextPart {
  readonly bytes: Buffer;
  readonly sample: Buffer;
  readonly #params: Record<string, string>;
  readonly #isHtml: boolean;

  constructor(content: ArrayBuffer, { value, params }: MimePart['contentType']['parsed']) {
    this.bytes = Buffer.from(content);
    this.sample = sampleOf(this.bytes);
    this.#params = params;
    this.#isHtml = value === 'text/html';
  }

  get #label(): string {
    return this.#params.charset?.trim() ?? '';
  }

  set charset(charset: string) {
    this.#params.charset = charset;
  }

  /**
   * Returns the charset that the header or the HTML names; undefined if neither names a usable one.
   */
  named(): string | undefined {
    if (this.#label && isUsable(this.#label)) return this.#label;
    if (!this.#isHtml) return undefined;
    const start = this.bytes.toString('latin1', 0, metaBytes);
    const label = /<meta\b[^>]{0,500}?\bcharset\s*=\s*["']?\s*([\w.:-]{1,60})/i.exec(start)?.[1];
    return label && isUsable(label) ? label : undefined;
  }

  /** Returns the charset that is clear from the bytes or from a fitting name; undefined if no name fits. */
  certain(): string | undefined {
    if (isUtf8(this.bytes) && !isStateful(this.bytes, this.#label)) return 'utf-8';
    const named = this.named();
    if (named !== this.#label && named && isValidIn(this.sample, named)) return named;
    const isUnicode = !named || named !== this.#label || /^utf-?8$/i.test(named);
    if (!isUnicode) return named;
    return isMostlyUtf8(this.sample) ? 'utf-8' : undefined;
  }
}

/** Finds the parts whose text is decoded. Files keep their bytes. */
function textsIn({ content, contentType, contentDisposition, childNodes }: MimePart): TextPart[] {
  const isText =
    /^text\/(?:plain|html|calendar)$/.test(contentType.parsed.value) &&
    contentDisposition.parsed.value !== 'attachment';
  const own = content && isText ? [new TextPart(content, contentType.parsed)] : [];
  return [...own, ...childNodes.flatMap(textsIn)];
}

/**
 * Corrects the charsets of the texts in an email, because programs omit the charset or name a wrong one. UTF-8 is
 * recognized by its bytes. Other text without a usable name gets the charset of another part, or the one in which it
 * looks most natural.
 *
 * @param headers header lines with raw bytes that are not UTF-8
 * @returns the charset of these headers
 */
export function correctCharsets(root: MimePart, headers: Buffer): string {
  const parts = textsIn(root);
  const unclear: TextPart[] = [];
  for (const part of parts) {
    if (isAscii(part.bytes)) continue;
    const charset = part.certain();
    if (charset) part.charset = charset;
    else unclear.push(part);
  }
  const others = new Set(parts.flatMap((part) => part.named() ?? []));
  const fitting = (bytes: Buffer) => [...others].find((charset) => isValidIn(bytes, charset));
  let detected: string | undefined;
  const detect = () => {
    const texts = [headers, ...unclear.map(({ sample }) => sample)];
    detected ??=
      detectEncoding(Buffer.concat(texts.flatMap((text) => [text, Buffer.from('\n')]))) ??
      westernCharset;
    return detected;
  };
  for (const part of unclear) part.charset = fitting(part.sample) ?? detect();
  return headers.length > 0 ? (fitting(headers) ?? detect()) : westernCharset;
}
