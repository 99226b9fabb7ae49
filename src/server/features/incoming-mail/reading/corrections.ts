import { isAscii, isUtf8, transcode } from 'node:buffer';

import PostalMime, { type Email, type PostalMimeOptions } from 'postal-mime';

const CR = 13;
const SPACE = 32;
/** Bytes around a Content-Type in which the other headers of its part are looked for. */
const headBytes = 8_192;
/** Replaces `text/` in the type of a part that is a file. It has the same length, so that it is written in place. */
const fileType = 'file/';

/** Labels that are wrong for 8-bit text: ASCII, which has none, and those that no decoder knows. */
function isWrongLabel(label: string): boolean {
  if (/^(?:us-)?ascii$/i.test(label)) return true;
  try {
    new TextDecoder(label);
    return false;
  } catch {
    return true;
  }
}

/** Labels 8-bit text as what it is, since some programs label it ASCII or not at all. Text in no other charset is taken for Windows-1252. */
function relabeled(raw: Buffer, email: Email): Buffer | undefined {
  if (isAscii(raw)) return undefined;
  const labels = [...raw.toString('latin1').matchAll(/\bcharset[ \t]*=[ \t]*"?([^\s";]{1,60})/gi)];
  const isSure = labels.every(([, label = '']) => /^utf-?8$/i.test(label) || isWrongLabel(label));
  const isGarbled = [email.text, email.html, email.subject, email.from?.name].some((text) =>
    text?.includes('\ufffd'),
  );
  const isWestern = isSure && isGarbled && !isUtf8(raw);
  const wrong = labels.filter(([, label = '']) => label.length >= 5 && isWrongLabel(label));
  if (!isWestern && (wrong.length === 0 || !isUtf8(raw))) return undefined;
  const copy = Buffer.from(raw);
  for (const { 0: match, 1: label = '', index } of wrong)
    copy.write('utf-8'.padEnd(label.length), index + match.length - label.length);
  return isWestern ? transcode(copy, 'latin1', 'utf8') : copy;
}

interface TextPart {
  /** Where its type begins. */
  at: number;
  head: string;
  bodyAt: number;
  /** Undefined for the body of a mail without parts. */
  boundary: string | undefined;
}

function* textPartsOf(latin1: string): Generator<TextPart> {
  const headerEnd = /\n\r?\n/.exec(latin1)?.index ?? latin1.length;
  for (const { 0: match, index } of latin1.matchAll(
    /^content-type:\s*(?=text\/(?:plain|html)\b)/gim,
  )) {
    const at = index + match.length;
    const before = latin1.slice(Math.max(0, at - headBytes), at);
    const [line, ...blanks] = ['\n--', '\n\n', '\n\r\n'].map((mark) => before.lastIndexOf(mark));
    const start = Math.max(line ?? -1, ...blanks);
    const end = /\r?\n\r?\n/.exec(latin1.slice(at, at + headBytes));
    if (!end) continue;
    const bodyAt = at + end.index + end[0].length;
    const head = before.slice(start + 1) + latin1.slice(at, bodyAt);
    const boundary = start >= 0 && start === line ? head.split(/\s*\n/, 1)[0] : undefined;
    if (boundary || at < headerEnd) yield { at, head, bodyAt, boundary };
  }
}

/** Replaces the spaces at the ends of quoted lines by line ends: a flowed answer below would become a part of the quotation. */
function endQuotedLines(bytes: Buffer, { head, bodyAt, boundary }: TextPart): boolean {
  if (!/\bformat\s*=\s*"?flowed/i.test(head)) return false;
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

/** Keeps text files out of the body of a mail, which the parser does for those alone that are declared as attachments. */
function separateFile(bytes: Buffer, { at, head, boundary }: TextPart): boolean {
  const isFile =
    boundary !== undefined &&
    /name[*\d]*\s*=/i.test(head) &&
    !/^content-disposition:\s*attachment/im.test(head);
  if (isFile) bytes.write(fileType, at);
  return isFile;
}

/** Returns a corrected copy of a mail; undefined where the parser reads it right. */
function correctedCopy(raw: Buffer, email: Email): Buffer | undefined {
  const copy = relabeled(raw, email);
  const bytes = copy ?? Buffer.from(raw);
  let isChanged = copy !== undefined;
  for (const part of textPartsOf(bytes.toString('latin1'))) {
    if (separateFile(bytes, part) || endQuotedLines(bytes, part)) isChanged = true;
  }
  return isChanged ? bytes : undefined;
}

/** Parses a mail, and once more where `postal-mime` would lose text: it believes all labels of charsets and takes text files for text. */
export async function parseCorrected(raw: Buffer, options: PostalMimeOptions): Promise<Email> {
  const email = await PostalMime.parse(raw, options);
  const corrected = correctedCopy(raw, email);
  if (!corrected) return email;
  const second = await PostalMime.parse(corrected, options);
  // Files keep the bytes that were sent.
  const sent = [...email.attachments];
  const attachments = second.attachments.map((one) =>
    one.mimeType.startsWith(fileType)
      ? { ...one, mimeType: one.mimeType.replace(fileType, 'text/') }
      : { ...one, content: sent.shift()?.content ?? one.content },
  );
  return { ...second, attachments };
}
