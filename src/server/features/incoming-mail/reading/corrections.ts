import { isUtf8 } from 'node:buffer';

import PostalMime, { type Email, type PostalMimeOptions } from 'postal-mime';

import { correctCharsets, decodeIn, type MimePart } from './charsets';

const CR = 13;
const SPACE = 32;
/** Number of bytes before and after a Content-Type header in which the other headers of its part are searched. */
const headBytes = 8_192;
/** Replacement for `text/` in the type of a file part. Has the same length, so that other positions do not change. */
const fileType = 'file/';

interface Part {
  /** Position of the Content-Type header, and its type. */
  at: number;
  typeAt: number;
  type: string;
  head: string;
  bodyAt: number;
  /** The boundary line above the part; undefined for the email itself. */
  boundary: string | undefined;
}

/** Finds the parts that have a Content-Type. */
function* partsOf(latin1: string): Generator<Part> {
  const headerEnd = /\n\r?\n/.exec(latin1)?.index ?? latin1.length;
  for (const { 0: match, 1: type = '', index: at } of latin1.matchAll(
    /^content-type:[ \t]*(?:\r?\n[ \t]+)?([^\s;]*)/gim,
  )) {
    const before = latin1.slice(Math.max(0, at - headBytes), at);
    const [line, ...blanks] = ['\n--', '\n\n', '\n\r\n'].map((mark) => before.lastIndexOf(mark));
    const start = Math.max(line ?? -1, ...blanks);
    const end = /\r?\n\r?\n/.exec(latin1.slice(at, at + headBytes));
    if (!end) continue;
    const bodyAt = at + end.index + end[0].length;
    const head = before.slice(start + 1) + latin1.slice(at, bodyAt);
    const boundary = start >= 0 && start === line ? head.split(/\s*\n/, 1)[0] : undefined;
    const typeAt = at + match.length - type.length;
    if (boundary || at < headerEnd) yield { at, typeAt, type, head, bodyAt, boundary };
  }
}

/** Finds headers with raw bytes that are not UTF-8, both of the email and of its parts. */
function rawHeaders(raw: Buffer): { from: number; to: number }[] {
  if (isUtf8(raw)) return [];
  const latin1 = raw.toString('latin1');
  const end = /\n\r?\n/.exec(latin1)?.index ?? latin1.length;
  const inParts = [...partsOf(latin1)].map(({ bodyAt, head }) => ({
    from: Math.max(end, bodyAt - head.length),
    to: bodyAt,
  }));
  return [{ from: 0, to: end }, ...inParts].filter(
    ({ from, to }) => from < to && !isUtf8(raw.subarray(from, to)),
  );
}

/** Returns the email with its headers in UTF-8. */
function withUnicodeHeaders(
  raw: Buffer,
  headers: { from: number; to: number }[],
  charset: string,
): Buffer {
  let at = 0;
  const pieces: Buffer[] = [];
  for (const { from, to } of headers) {
    if (from < at) continue;
    const text = decodeIn(raw.subarray(from, to), charset);
    pieces.push(raw.subarray(at, from), Buffer.from(text));
    at = to;
  }
  return Buffer.concat([...pieces, raw.subarray(at)]);
}

/** Returns whether an email declares parts of which none can be found. */
function isBroken(bytes: Buffer, { type, head, bodyAt }: Part): boolean {
  if (!/^multipart\//i.test(type) || /\bboundary\*/i.test(head)) return false;
  const [, quoted, bare] = /\bboundary\s*=\s*(?:"([^"]*)"|([^\s;"]+))/i.exec(head) ?? [];
  const boundary = quoted || bare;
  return !boundary || bytes.indexOf(`\n--${boundary}`, bodyAt - 1) < 0;
}

const isType = (type: string): boolean => /^[\w.+-]+\/[\w.+*-]+$/.test(type);
const hasName = (head: string): boolean => /name[*\d]*\s*=/i.test(head);
const isAttached = (head: string): boolean => /^content-disposition:\s*attachment/im.test(head);

/** Types of plain text whose markup people can read. */
const markedText = /^text\/(?:x-)?(?:markdown|web-markdown|enriched|richtext)$/i;

/**
 * Removes a Content-Type header that is invalid or whose parts cannot be found, so that the body is
 * read as plain text. Does the same for an email that is entirely in Markdown.
 *
 * @returns whether it was removed
 */
function removeType(bytes: Buffer, part: Part): boolean {
  const isMarked = part.boundary === undefined && markedText.test(part.type);
  const isText = (!isType(part.type) || isMarked) && !hasName(part.head) && !isAttached(part.head);
  const isRemoved = isText || isBroken(bytes, part);
  if (isRemoved) bytes.write('X', part.at);
  return isRemoved;
}

/**
 * Replaces trailing spaces of quoted lines with line breaks. Otherwise, a reply in flowed text
 * below these lines would become part of the quoted text.
 *
 * @returns whether a line changed
 */
function endQuotedLines(bytes: Buffer, { type, head, bodyAt, boundary }: Part): boolean {
  if (!/^text\/plain$/i.test(type) || !/\bformat\s*=\s*"?flowed/i.test(head)) return false;
  const next = boundary ? bytes.indexOf(`\n${boundary}`, bodyAt) : -1;
  const end = next < 0 ? bytes.length : next;
  let isChanged = false;
  for (let at = bodyAt; at < end; at = bytes.indexOf('\n', at) + 1 || end) {
    if (bytes[at] !== 62) continue;
    let last = (bytes.indexOf('\n', at) + 1 || end + 1) - 2;
    if (bytes[last] === CR) last--;
    for (; bytes[last] === SPACE; last--) {
      bytes[last] = CR;
      isChanged = true;
    }
  }
  return isChanged;
}

/**
 * Keeps text files out of the body of an email, because the parser only separates files that are
 * declared as attachments.
 *
 * @returns whether the part is a text file
 */
function separateFile(bytes: Buffer, { type, typeAt, head, boundary }: Part): boolean {
  const isTextFile =
    boundary !== undefined &&
    /^text\/(?:plain|html)$/i.test(type) &&
    hasName(head) &&
    !isAttached(head);
  if (isTextFile) bytes.write(fileType, typeAt);
  return isTextFile;
}

const isFile = (mimeType: string): boolean => mimeType.startsWith(fileType);

interface Parsed {
  email: Email;
  /** True if parts of the email could not be separated. */
  isBroken: boolean;
}

/** The internal method of `postal-mime` that decodes the parts. */
interface Collector {
  collectNode(node: MimePart, ...rest: unknown[]): Promise<void>;
}

/** Parses an email, and corrects the charsets of its texts before they are decoded. */
async function parseTexts(
  bytes: Buffer,
  options: PostalMimeOptions,
  headers: Buffer,
): Promise<{ email: Email; charset: string }> {
  const parser = new PostalMime(options) as PostalMime & Collector;
  const collect = parser.collectNode.bind(parser);
  let charset = '';
  parser.collectNode = (node, ...rest) => {
    charset ||= correctCharsets(node, headers);
    return collect(node, ...rest);
  };
  return { email: await parser.parse(bytes), charset };
}

/**
 * Parses an email. If `postal-mime` would lose text, parses it again with corrections: the library expects headers in
 * UTF-8, treats text files as text, and omits content outside of parts.
 */
export async function parseCorrected(raw: Buffer, options: PostalMimeOptions): Promise<Parsed> {
  const found = rawHeaders(raw);
  const headers = Buffer.concat(found.map(({ from, to }) => raw.subarray(from, to)));
  const { email, charset } = await parseTexts(raw, options, headers);
  const isRaw = found.length > 0;
  const bytes = isRaw ? withUnicodeHeaders(raw, found, charset) : Buffer.from(raw);
  const changes = [...partsOf(bytes.toString('latin1'))].filter((part) =>
    [removeType, separateFile, endQuotedLines].some((correct) => correct(bytes, part)),
  );
  if (!isRaw && changes.length === 0) return { email, isBroken: false };
  const { email: second } = await parseTexts(bytes, options, headers);
  // Files contain the original bytes.
  const sent = email.attachments.filter(
    ({ mimeType, filename, disposition }) =>
      isType(mimeType) || filename || disposition === 'attachment',
  );
  const isSame =
    sent.length === second.attachments.filter(({ mimeType }) => !isFile(mimeType)).length;
  const attachments = second.attachments.map((one) =>
    isFile(one.mimeType)
      ? { ...one, mimeType: one.mimeType.replace(fileType, 'text/') }
      : { ...one, content: (isSame && sent.shift()?.content) || one.content },
  );
  const isBroken = changes.some(({ type }) => /^multipart\//i.test(type));
  return { email: { ...second, attachments }, isBroken };
}
