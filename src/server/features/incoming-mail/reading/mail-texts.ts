import { cleanText, tidyText } from './clean-text';
import { decodeText, decodeTransfer } from './decode';
import { unflow } from './flowed';
import { type HtmlText, htmlToText, newHtmlBudget, withoutMarks } from './html-text';
import type { Part } from './mime-parts';

/** Of a mail: a book has as many. What is longer is cut, and the whole mail is kept. */
const textMax = 500_000;
const linesMax = 20_000;

interface Segment {
  plain?: string;
  html?: string;
}

export interface MailTexts {
  /** The parts that are its text, and so are no files. */
  parts: Set<Part>;
  hasHtml: boolean;
  /** What its HTML says, with marks where pictures stand. */
  htmls(): HtmlText[];
  /** @param names of its pictures, which some programs write where a picture stands */
  withoutPictureNames(names: string[]): string;
}

/** Plain texts that tell nothing but that there is HTML. */
const standIn =
  /(?:view|read|see|open|display) this (?:e-?mail|message|newsletter)|(?:requires|use|supports?|enable|contains|is in|in) (?:an? )?html|html[- ](?:e-?mail|message|version|format|f[äa]hig|compatible|capable|nachricht)|does not support html|kein html|nicht richtig (?:dargestellt|angezeigt)|ne prend pas en charge|version html|in formato html|no soporta html|mime[- ](?:compliant|aware|format)|multi-?part message/i;
const standInMax = 400;

const isText = (part: Part, isRoot: boolean): boolean =>
  part.isBroken ||
  (/^text\/(?:plain|html)$/.test(part.type) &&
    part.disposition !== 'attachment' &&
    (part.fileName === '' || isRoot));

export function readTexts(root: Part, notes: string[]): MailTexts {
  const parts = new Set<Part>();
  const budget = newHtmlBudget();
  const left = { plain: textMax, html: budget.length };
  let isCut = false;

  function textOf(part: Part): string {
    const kind = part.type === 'text/html' ? 'html' : 'plain';
    // A character takes three bytes at most as it is, and some more where it is encoded.
    const read = part.body.subarray(0, left[kind] * 4);
    const charset = part.isBroken ? undefined : part.parameters.get('charset');
    const text = decodeText(decodeTransfer(read, part.encoding), charset);
    const start = text.slice(0, left[kind]);
    // Cut before it is cleaned: of many short lines, each takes memory.
    const kept = kind === 'plain' ? firstLines(start, linesMax) : start;
    isCut ||= read.length < part.body.length || kept.length < text.length;
    left[kind] -= kept.length;
    return cleanText(kept);
  }

  function segmentsOf(part: Part): Segment[] {
    if (part.parts.length === 0) {
      if (!isText(part, part === root)) return [];
      parts.add(part);
      if (part.isBroken) notes.push('The parts of this mail could not be told apart.');
      const text = textOf(part);
      if (part.type === 'text/html') return [{ html: text }];
      const isFlowed = part.parameters.get('format')?.toLowerCase() === 'flowed';
      const plain = isFlowed
        ? unflow(text, part.parameters.get('delsp')?.toLowerCase() === 'yes')
        : text;
      return [{ plain: withoutPgp(plain, notes) }];
    }
    const segments = part.parts.flatMap(segmentsOf);
    if (part.type !== 'multipart/alternative') return segments;
    const of = (kind: keyof Segment) => {
      const texts = segments.flatMap((one) => one[kind] ?? []);
      return texts.length > 0 ? texts.join('\n') : undefined;
    };
    return [{ plain: of('plain'), html: of('html') }];
  }

  const read = new Map<string, HtmlText>();
  function htmlTextOf(html: string): HtmlText {
    const known = read.get(html) ?? htmlToText(html, budget);
    read.set(html, known);
    return known;
  }
  function ofHtml(html: string): string {
    const { text, isCut: isHtmlCut } = htmlTextOf(html);
    isCut ||= isHtmlCut;
    return tidyText(withoutMarks(text));
  }

  const segments = segmentsOf(root);
  const written = tidyText(
    segments
      .map(({ plain, html }) => {
        if (html === undefined) return plain !== undefined && isHtml(plain) ? ofHtml(plain) : plain;
        if (plain !== undefined && !isStandIn(plain)) return plain;
        return ofHtml(html) || plain;
      })
      .filter((text) => text?.trim())
      .map((text) => tidyText(text ?? '', true))
      .join('\n\n'),
    true,
  );

  const fullText = firstLines(written, linesMax);
  isCut ||= fullText.length < written.length;
  if (isCut) notes.push('The text of this mail is very long; its end is left out.');
  return {
    parts,
    hasHtml: segments.some(({ html }) => html !== undefined),
    htmls: () => segments.flatMap(({ html }) => (html === undefined ? [] : htmlTextOf(html))),
    withoutPictureNames: (names) => tidyText(withoutPictures(fullText, new Set(names)), true),
  };
}

function firstLines(text: string, max: number): string {
  let end = -1;
  for (let count = 0; count < max; count++) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) return text;
  }
  return text.slice(0, end);
}

const isHtml = (plain: string): boolean =>
  /^\s*<(?:!doctype html|html|head|body|div|p|meta)\b/i.test(plain.slice(0, 500));

function isStandIn(plain: string): boolean {
  const text = plain.slice(0, standInMax + 1).trim();
  return text === '' || isHtml(text) || (plain.length <= standInMax && standIn.test(text));
}

function withoutPictures(text: string, names: Set<string>): string {
  if (!/\[cid:|\[image: |\ufffc/.test(text)) return text;
  return text
    .replace(/\[cid:[^\]\s]{1,200}\]|\ufffc/g, '')
    .replace(/\[image: ([^\]\n]{1,200})\]/g, (written, name: string) =>
      names.has(name) ? '' : written,
    );
}

const pgp = (kind: string): string => `-----BEGIN PGP ${kind}-----`;

/** Of a text that is signed within itself, what is signed; of an encrypted one, what stands around it. */
function withoutPgp(text: string, notes: string[]): string {
  const encrypted = text.indexOf(pgp('MESSAGE'));
  if (encrypted >= 0) {
    notes.push('This mail is encrypted with PGP and cannot be read here.');
    const end = text.indexOf('-----END PGP MESSAGE-----', encrypted);
    return text.slice(0, encrypted) + (end < 0 ? '' : text.slice(end + 25));
  }
  const signed = text.indexOf(pgp('SIGNED MESSAGE'));
  const signature = text.indexOf(pgp('SIGNATURE'), Math.max(0, signed));
  if (signed < 0 || signature < 0) return text;
  const body = text.indexOf('\n\n', signed);
  if (body < 0 || body > signature) return text;
  const end = text.indexOf('-----END PGP SIGNATURE-----', signature);
  const own = text.slice(body + 2, signature).replace(/^- /gm, '');
  return text.slice(0, signed) + own + (end < 0 ? '' : text.slice(end + 27));
}
