import { headersOf, type PartHeaders } from './part-headers';
import { UnreadableMail } from './read-result';

export interface Part extends PartHeaders {
  /** Of a part without parts: as it was sent, a view of the mail's bytes. */
  body: Uint8Array;
  parts: Part[];
  /** Declared as parts, of which none was found: its body is text. */
  isBroken: boolean;
}

const partLimits = { parts: 1_000, depth: 30, headerBytes: 256 * 1024 };
/** Lines that could be a boundary, in a mail with parts: no text has as many. */
const dashedLinesMax = 100_000;
/** Of all header blocks together. */
const headerBytesMax = 1024 * 1024;

const LF = 10;
const CR = 13;
const DASH = 45;
const SPACE = 32;
const TAB = 9;

interface Open {
  part: Part;
  boundary: Buffer;
}

/**
 * Tells the parts of a mail apart, in one pass over its bytes and without copying them. The library for names and addresses could do
 * this as well, but keeps an object for each line: a text of 20 MB in short lines takes it ten times the memory that a mail may take.
 */
export function splitParts(raw: Buffer): Part {
  let count = 0;
  let headerBytes = 0;
  const open: Open[] = [];

  /** The boundary of an open part that a line begins with two dashes before, and whether it is the last one. */
  function boundaryAt(start: number, end: number): { index: number; isLast: boolean } | undefined {
    // Byte by byte: a call of Buffer for each of a million lines takes longer than the lines.
    for (let index = open.length - 1; index >= 0; index--) {
      const { boundary } = open[index] as Open;
      let at = start + 2;
      let same = 0;
      while (same < boundary.length && at < end && raw[at] === boundary[same]) {
        at++;
        same++;
      }
      if (same < boundary.length) continue;
      const isLast = raw[at] === DASH && raw[at + 1] === DASH && at + 2 <= end;
      if (isLast) at += 2;
      while (at < end && (raw[at] === SPACE || raw[at] === TAB || raw[at] === CR)) at++;
      if (at === end) return { index, isLast };
    }
    return undefined;
  }

  function lineEnd(start: number): number {
    const end = raw.indexOf(LF, start);
    return end < 0 ? raw.length : end;
  }

  /** Where the headers of a part end, and where its body begins. */
  function headerEnd(start: number): { end: number; body: number } {
    for (let at = start; at < raw.length; ) {
      const end = lineEnd(at);
      if (end === at || (end === at + 1 && raw[at] === CR)) return { end: at, body: end + 1 };
      if (raw[at] === DASH && raw[at + 1] === DASH && boundaryAt(at, end))
        return { end: at, body: at };
      at = end + 1;
      if (at - start > partLimits.headerBytes) break;
    }
    if (raw.length - start > partLimits.headerBytes)
      throw new UnreadableMail('This mail has too many headers to be read.');
    return { end: raw.length, body: raw.length };
  }

  function begin(start: number, isMessage: boolean): { part: Part; body: number } {
    count++;
    if (count > partLimits.parts)
      throw new UnreadableMail('This mail has too many parts to be read.');
    const { end, body } = headerEnd(start);
    headerBytes += end - start;
    if (headerBytes > headerBytesMax)
      throw new UnreadableMail('This mail has too many headers to be read.');
    const headers = headersOf(
      raw.subarray(start, end),
      isMessage ? 'message/rfc822' : 'text/plain',
    );
    const part: Part = {
      ...headers,
      body: raw.subarray(body),
      parts: [],
      isBroken: false,
    };
    const boundary = part.type.startsWith('multipart/')
      ? part.parameters.get('boundary')
      : undefined;
    if (boundary) open.push({ part, boundary: Buffer.from(boundary) });
    else part.isBroken = part.type.startsWith('multipart/');
    if (open.length > partLimits.depth)
      throw new UnreadableMail('This mail is nested too deeply to be read.');
    return { part, body };
  }

  function finish(part: Part, end: number): void {
    let last = end;
    // The line break before a boundary belongs to the boundary.
    if (raw[last - 1] === LF) last--;
    if (raw[last - 1] === CR) last--;
    const start = part.body.byteOffset - raw.byteOffset;
    part.body = raw.subarray(start, Math.max(start, last));
  }

  // Some programs hand a mail over with an empty line before it, which would end its headers.
  let start = 0;
  while (raw[start] === LF || raw[start] === CR) start++;
  const first = begin(start, false);
  const root = first.part;
  let current: Part | undefined = root;
  let at = first.body;
  let dashedLines = 0;
  while (open.length > 0) {
    if (!(raw[at] === DASH && raw[at + 1] === DASH && (at === 0 || raw[at - 1] === LF))) {
      const next = raw.indexOf('\n--', Math.max(0, at - 1));
      if (next < 0) break;
      at = next + 1;
    }
    if (++dashedLines > dashedLinesMax)
      throw new UnreadableMail('This mail has too many parts to be read.');
    const end = lineEnd(at);
    const found = boundaryAt(at, end);
    if (!found) {
      at += 2;
      continue;
    }
    for (const { part } of open.splice(found.index + 1)) finish(part, at);
    if (current) finish(current, at);
    current = undefined;
    at = end + 1;
    if (found.isLast) {
      open.pop();
      continue;
    }
    const parent = (open[found.index] as Open).part;
    const next = begin(at, parent.type === 'multipart/digest');
    parent.parts.push(next.part);
    current = next.part;
    at = next.body;
  }
  markBroken(root);
  return root;
}

function markBroken(part: Part): void {
  if (part.type.startsWith('multipart/') && part.parts.length === 0) part.isBroken = true;
  for (const one of part.parts) markBroken(one);
}
