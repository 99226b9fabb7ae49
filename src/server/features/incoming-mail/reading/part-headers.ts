import { decodeWords } from 'postal-mime';

import { oneLine } from './clean-text';
import { bytesOfPercent, decodeText } from './decode';

export interface MailHeader {
  /** Lower case. */
  key: string;
  value: string;
}

export interface PartHeaders {
  headers: MailHeader[];
  /** Such as `text/plain`, lower case. */
  type: string;
  parameters: Map<string, string>;
  /** `attachment`, `inline` or ''. */
  disposition: string;
  fileName: string;
  encoding: string;
  /** Without angle brackets. */
  contentId: string;
}

const fileNameMax = 200;
/** No header that is read as a list has as many parameters; each further one is left out. */
const parametersMax = 100;
/** Of a header with parameters, that much is read. */
const headerMax = 16_384;

/** Those of servers come first; a mail has some fifty. */
const headersMax = 2_000;

/** The lines of a header block, each with those that continue it. Only a space or a tab continues a line. */
function unfold(block: Uint8Array): MailHeader[] {
  const headers: { key: string; lines: string[] }[] = [];
  for (const line of decodeText(block, undefined).split(/\r?\n/)) {
    if (/^[ \t]/.test(line)) {
      headers.at(-1)?.lines.push(line);
      continue;
    }
    const colon = line.indexOf(':');
    if (headers.length === headersMax) break;
    if (colon < 1) continue;
    headers.push({
      key: line
        .slice(0, colon)
        .replace(/[ \t]{1,20}$/, '')
        .toLowerCase(),
      lines: [line.slice(colon + 1)],
    });
  }
  return headers.map(({ key, lines }) => ({
    key,
    value: lines.join('').replace(/\r/g, ' ').trim(),
  }));
}

/** Where a header comes twice, the first counts. */
export function headersOf(block: Uint8Array, defaultType: string): PartHeaders {
  const headers = unfold(block);
  const headerOf = (name: string) => headers.find(({ key }) => key === name)?.value ?? '';
  const content = readParameters(headerOf('content-type'));
  const disposition = readParameters(headerOf('content-disposition'));
  const isType = /^[\w.+-]+\/[\w.+*-]+$/.test(content.value);
  return {
    headers,
    type: isType ? content.value : content.value === 'text' ? 'text/plain' : defaultType,
    parameters: content.parameters,
    disposition: disposition.value,
    fileName: fileNameOf(
      disposition.parameters.get('filename') ?? content.parameters.get('name') ?? '',
    ),
    encoding:
      /[\w-]+/.exec(withoutComments(headerOf('content-transfer-encoding')))?.[0]?.toLowerCase() ??
      '',
    contentId: headerOf('content-id').replace(/[<>\s]/g, ''),
  };
}

/** The last part of a path, without what a file system or a reader could take for something else. */
export function fileNameOf(written: string): string {
  const name = oneLine(decodeWords(written.slice(0, 2_000)), 2_000)
    .split(/[/\\]/)
    .at(-1)
    ?.replace(/[<>:"|?*]/g, '')
    .replace(/^[.\s]+/, '')
    .trim();
  if (!name || name.length <= fileNameMax) return name ?? '';
  const ending = /\.\w{1,10}$/.exec(name)?.[0] ?? '';
  return oneLine(name.slice(0, fileNameMax - ending.length), fileNameMax) + ending;
}

/** Text in round brackets, which may be nested, says nothing in a header with parameters. */
export function withoutComments(text: string): string {
  if (!text.includes('(')) return text;
  let depth = 0;
  let isQuoted = false;
  let kept = '';
  // A bracket within a word, as in a file name, begins none.
  let isAfterSpace = true;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] as string;
    if (sign === '(' && !isQuoted && (depth > 0 || isAfterSpace)) {
      depth++;
      continue;
    }
    isAfterSpace = /[\s;]/.test(sign);
    if (sign === '\\') {
      if (depth === 0) kept += sign + (text[at + 1] ?? '');
      at++;
    } else if (sign === '"' && depth === 0) {
      isQuoted = !isQuoted;
      kept += sign;
    } else if (sign === ')' && depth > 0) depth--;
    else if (depth === 0) kept += sign;
  }
  // A bracket that is never closed is no comment: what follows it would be lost.
  return depth > 0 ? text : kept;
}

/** The parts between semicolons, but for those in quotation marks. */
export function splitAtSemicolons(text: string): string[] {
  const found: string[] = [];
  let isQuoted = false;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\' && isQuoted) at++;
    else if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === ';' && !isQuoted) {
      found.push(text.slice(from, at));
      from = at + 1;
    }
  }
  found.push(text.slice(from));
  return found;
}

function unquoted(text: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith('"')) return trimmed;
  const end = /^"((?:[^"\\]|\\.)*)/s.exec(trimmed)?.[1] ?? '';
  return end.replace(/\\(.)/gs, '$1');
}

/** `text/plain; charset="utf-8"`, with values that are continued or encoded (RFC 2231). Of a name that comes twice, the first counts. */
function readParameters(header: string): { value: string; parameters: Map<string, string> } {
  const [value = '', ...rest] = splitAtSemicolons(withoutComments(header.slice(0, headerMax)));
  const plain = new Map<string, string>();
  const pieces = new Map<string, { index: number; isEncoded: boolean; text: string }[]>();
  for (const one of rest.slice(0, parametersMax)) {
    const equals = one.indexOf('=');
    if (equals < 0) continue;
    const name = one.slice(0, equals).trim().toLowerCase();
    const text = unquoted(one.slice(equals + 1));
    const star = name.indexOf('*');
    if (star < 0) {
      if (!plain.has(name)) plain.set(name, text);
      continue;
    }
    const base = name.slice(0, star);
    const list = pieces.get(base) ?? [];
    pieces.set(base, list);
    list.push({
      index: Number.parseInt(name.slice(star + 1), 10) || 0,
      isEncoded: name.endsWith('*'),
      text,
    });
  }
  for (const [name, list] of pieces) plain.set(name, joinPieces(list));
  return { value: unquoted(value).toLowerCase(), parameters: plain };
}

function joinPieces(pieces: { index: number; isEncoded: boolean; text: string }[]): string {
  const sorted = [...pieces].sort((one, other) => one.index - other.index);
  const [first] = sorted;
  const [charset, , ...words] = first?.isEncoded ? first.text.split("'") : [];
  const isLabelled = words.length > 0;
  const bytes = sorted.flatMap(({ isEncoded, text }, at) => {
    const own = at === 0 && isLabelled ? words.join("'") : text;
    return isEncoded ? [bytesOfPercent(own)] : [Buffer.from(own)];
  });
  return decodeText(Buffer.concat(bytes), isLabelled ? charset : undefined);
}
