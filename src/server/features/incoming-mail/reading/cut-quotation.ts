import { answerAboveLine } from '~/contract/mail/incoming-mail';
import {
  beginsIntroduction,
  closing,
  endsWithPerson,
  endsWithWrote,
  forwarded,
  forwardedSubject,
  helpDeskMark,
  holdsDate,
  holdsTime,
  labels,
  listFooter,
  originalMessage,
  programSignature,
  wrotePattern,
} from './quotation-words';

/**
 * Maximum number of characters of a line to which patterns are applied. Email programs write no longer lines; of other
 * lines, only the beginning is checked.
 */
const probeMax = 300;
const introductionMax = 400;
/** Maximum number of lines in a signature. More lines at the end may be part of the message. */
const signatureLinesMax = 12;
const signatureLengthMax = 1_000;
/** Maximum length of a line in a signature, unless separators divide its parts. */
const contactMax = 80;
/** Maximum length of a remark above a forwarded email. */
const remarkMax = 300;

export type LineKind = 'text' | 'signature' | 'quotation';

interface Lines {
  /** Beginnings of the lines, without surrounding spaces. */
  probes: string[];
  isQuoted: boolean[];
  /** Line with the delimiter of a signature: the last `-- `, or a bare `--` below text that cannot be a sentence. */
  delimiter: number;
}

const isBlank = (lines: Lines, at: number): boolean => lines.probes[at] === '';

/**
 * Returns the number of lines up to `end` that introduce quoted text ("On … wrote:"); 0 if there are none.
 *
 * @param isCertain true if no quoted lines follow the introduction, so that it must end like one that a program wrote,
 * and not like a sentence
 */
function introductionLength(lines: Lines, end: number, isCertain = false): number {
  const last = lines.probes[end] ?? '';
  if (!/[:：]$/.test(last) || lines.isQuoted[end]) return 0;
  if (isCertain && !endsWithWrote.test(last) && !endsWithPerson.test(last)) return 0;
  let joined = '';
  let undated = 0;
  for (let count = 1; count <= 4; count++) {
    const probe = lines.probes[end - count + 1];
    if (!probe || lines.isQuoted[end - count + 1]) break;
    joined = joined ? `${probe} ${joined}` : probe;
    if (joined.length > introductionMax) break;
    if (!beginsIntroduction.test(joined)) continue;
    const isWritten = wrotePattern.test(joined);
    if (holdsDate.test(joined) && (isWritten || endsWithPerson.test(joined))) return count;
    // The date of the introduction may be in the previous line.
    if (undated === 0 && isWritten && joined.includes('@')) undated = count;
  }
  return undated;
}

function labelOf(probe: string): string | undefined {
  const colon = probe.slice(0, 40).search(/[:：]/);
  if (colon < 1) return undefined;
  const word = probe
    .slice(0, colon)
    .replace(/[*_\s]+/g, ' ')
    .trim()
    .toLowerCase();
  return labels.get(word);
}

/**
 * Returns whether the lines `From: … Sent: … To: … Subject: …` begin here, which Outlook and similar programs write
 * above quoted text. People use these labels too, so `From` must contain an address, or `Sent` a date with time.
 */
function isHeaderBlock(lines: Lines, at: number): boolean {
  const first = labelOf(lines.probes[at] ?? '');
  if (first !== 'from' && first !== 'sent') return false;
  const found = new Set<string>();
  let gaps = 0;
  let current: string = first;
  let isOfProgram = false;
  for (let one = at; one < at + 10 && one < lines.probes.length; one++) {
    const probe = lines.probes[one] ?? '';
    const label = labelOf(probe);
    if (label) found.add(label);
    // Only empty lines and the continuation of a list of names are allowed between labels.
    else if (++gaps > 3) break;
    current = label ?? current;
    if (current === 'from' && /\S@\S/.test(probe)) isOfProgram = true;
    if (current === 'sent' && holdsDate.test(probe) && holdsTime.test(probe)) isOfProgram = true;
  }
  const isComplete = found.size >= 3 && found.has('from');
  return isOfProgram && isComplete && (found.has('sent') || found.has('subject'));
}

const isRule = (probe: string): boolean => /^[-_=*]{8,}$/.test(probe);

const isMarker = (lines: Lines, at: number): boolean => {
  const probe = (lines.probes[at] ?? '').replace(/^[>|\s*]+|[\s*]+$/g, '');
  return probe === answerAboveLine || helpDeskMark.test(probe);
};

/**
 * Returns the index of the first line directly above `at` that belongs to quoted text (its
 * introduction, its headers or a horizontal rule); `at` if there is none.
 */
function beginOf(lines: Lines, at: number): number {
  let from = at;
  for (let one = at - 1; one >= 0 && one >= at - 12; one--) {
    const probe = lines.probes[one] ?? '';
    if (isRule(probe) || originalMessage.test(probe)) from = one;
    else if (isHeaderBlock(lines, one)) from = one;
    else {
      const count = introductionLength(lines, one);
      if (count > 0) from = one - count + 1;
    }
  }
  return from;
}

/** Finds the start of an earlier or forwarded email that fills the rest of the text. */
function findTail(lines: Lines): { at: number; isForward: boolean } {
  const { probes } = lines;
  for (let at = 0; at < probes.length; at++) {
    const probe = probes[at] as string;
    if (probe === '' || lines.isQuoted[at]) continue;
    if (forwarded.test(probe)) return { at, isForward: true };
    if (originalMessage.test(probe)) return { at, isForward: false };
    if (isHeaderBlock(lines, at)) return { at: beginOf(lines, at), isForward: false };
    if (isMarker(lines, at)) {
      const from = beginOf(lines, at);
      // At the top of an email, such a line does not introduce quoted text: the author or a help desk wrote it.
      if (probes.slice(0, from).some((line) => line !== '')) return { at: from, isForward: false };
      continue;
    }
    const count = introductionLength(lines, at);
    if (count === 0) continue;
    let next = at + 1;
    while (next < probes.length && isBlank(lines, next)) next++;
    const isAlone = next < probes.length && !lines.isQuoted[next];
    if (isAlone && introductionLength(lines, at, true) > 0)
      return { at: at - count + 1, isForward: false };
  }
  return { at: probes.length, isForward: false };
}

/** Returns the end of the text before `end`, without trailing blank lines. */
function trimmedEnd(lines: Lines, from: number, end: number): number {
  let at = end;
  while (at > from && isBlank(lines, at - 1)) at--;
  return at;
}

/** Returns the end of the text before `end`, without quoted text at its end. */
function withoutQuoteAtEnd(lines: Lines, end: number): number {
  let at = trimmedEnd(lines, 0, end);
  if (at === 0 || !lines.isQuoted[at - 1]) {
    const count = at > 0 ? introductionLength(lines, at - 1) : 0;
    return at - count;
  }
  while (at > 0 && (lines.isQuoted[at - 1] || isBlank(lines, at - 1))) at--;
  const count = at > 0 ? introductionLength(lines, at - 1) : 0;
  return trimmedEnd(lines, 0, at - count);
}

/**
 * Returns whether a line is prose, rather than a name, a role or an address: it is a postscript, ends like a sentence, is
 * long, or mostly consists of short words.
 */
function isProse(probe: string): boolean {
  if (programSignature.test(probe)) return false;
  if (/^p\.?\s?p?\.?\s?s\b/i.test(probe) || /[。！？]$/.test(probe)) return true;
  if (probe.length > contactMax && !/\s[|·•/–-]\s/.test(probe)) return true;
  const words = probe.match(/\p{L}[\p{L}\p{M}'’-]*/gu) ?? [];
  if (/[?!]["”’)]?$/.test(probe)) return words.length > 1;
  const small = words.filter((word) => /^\p{Ll}/u.test(word)).length;
  if (/[.…;]["”’)]?$/.test(probe) && words.length > 3 && small > 1) return true;
  return words.length > 5 && small > words.length / 2;
}

/**
 * Returns the start of a signature that ends at `end`; `end` if there is none. If any line except the first is prose,
 * the lines belong to the message.
 */
function signatureStart(lines: Lines, from: number, end: number): number {
  const { probes } = lines;
  let written = 0;
  let length = 0;
  let start = end;
  let isMessage = false;
  for (let at = end - 1; at >= from; at--) {
    const probe = probes[at] as string;
    if (probe !== '') written++;
    length += probe.length;
    if (written > signatureLinesMax || length > signatureLengthMax) break;
    if (/^_{20,}$/.test(probe) && isListFooter(lines, at, end)) {
      start = at;
      isMessage = false;
    }
    if (isMessage) continue;
    if (at === lines.delimiter) start = at;
    else if (written <= 4 && programSignature.test(probe)) start = at;
    else isMessage = isProse(probe);
  }
  return start;
}

/**
 * Returns the index of the line that begins the signature; -1 if there is none. More than one line
 * of dashes separates parts of the text. A `--` without a trailing space begins a signature only
 * after a blank line, and if no line below it ends like a sentence.
 */
function delimiterOf(texts: string[], isQuoted: boolean[]): number {
  const found: number[] = [];
  for (const [at, text] of texts.entries()) {
    if (isQuoted[at] || (text !== '--' && text !== '-- ')) continue;
    found.push(at);
    if (found.length > 1) return -1;
  }
  const [at = -1] = found;
  if (at < 0 || texts[at] === '-- ') return at;
  const below = texts.slice(at + 1, at + signatureLinesMax + 2).map((text) => text.trim());
  const isSentence = below.some((text) => /[.!?:;…。！？]$/u.test(text.slice(0, probeMax)));
  return texts[at - 1]?.trim() || isSentence ? -1 : at;
}

function isListFooter(lines: Lines, at: number, end: number): boolean {
  return lines.probes.slice(at + 1, Math.min(end, at + 5)).some((probe) => listFooter.test(probe));
}

const linesOf = (texts: string[]): Lines => ({
  probes: texts.map((line) => line.slice(0, probeMax).trim()),
  isQuoted: texts.map((line) => /^ {0,2}>/.test(line)),
  delimiter: -1,
});

/** Classifies each line. No step looks back more than a few lines, so the time is linear in the length of the text. */
export function kindsOfLines(texts: string[], subject = ''): LineKind[] {
  const lines = linesOf(texts);
  const { isQuoted } = lines;
  const kinds = texts.map((): LineKind => 'quotation');
  const tail = findTail(lines);
  // Ignores delimiters in an earlier email, which has its own signature.
  lines.delimiter = delimiterOf(texts.slice(0, tail.at), isQuoted);
  if (isSentOn(texts, tail, subject)) return kinds.map(() => 'text');

  let end = withoutQuoteAtEnd(lines, tail.at);
  const textEnd = end;
  for (let round = 0; round < 3; round++) {
    const start = signatureStart(lines, 0, end);
    if (start === end) break;
    end = trimmedEnd(lines, 0, start);
  }
  // A signature below quoted text belongs to the author, not to the quoted text.
  if (end < textEnd) end = withoutQuoteAtEnd(lines, end);
  for (let at = end; at < textEnd; at++) kinds[at] = lines.isQuoted[at] ? 'quotation' : 'signature';
  for (let at = textFrom(lines, end); at < end; at++)
    if (!(lines.isQuoted[at] && isMarker(lines, at))) kinds[at] = 'text';
  for (let at = 0; at < end; at++)
    if (helpDeskMark.test(lines.probes[at] as string)) kinds[at] = 'quotation';
  return kinds;
}

function isSentOn(
  texts: string[],
  tail: { at: number; isForward: boolean },
  subject: string,
): boolean {
  if (!tail.isForward && !(tail.at < texts.length && forwardedSubject.test(subject))) return false;
  let length = 0;
  for (let at = 0; at < tail.at && length < remarkMax; at++) length += (texts[at] as string).length;
  return length < remarkMax;
}

/**
 * Returns the start of a reply below the only quoted text of an email; 0 if replies are between several quoted texts.
 */
function textFrom(lines: Lines, end: number): number {
  let at = 0;
  while (at < end && isBlank(lines, at)) at++;
  for (let count = 1; count <= 4 && at + count <= end; count++)
    if (introductionLength(lines, at + count - 1) === count) {
      at += count;
      break;
    }
  const quoteFrom = at;
  while (at < end && (lines.isQuoted[at] || isBlank(lines, at))) at++;
  if (at === quoteFrom || at === end) return 0;
  for (let one = at; one < end; one++) if (lines.isQuoted[one]) return 0;
  return at;
}

const isWritten = (text: string): boolean => text.trim() !== '';

/**
 * Splits off quoted text of earlier emails and the signature, for display. If nothing else would be left, shows everything.
 *
 * @param subject distinguishes a forwarded email from a reply
 */
export function cutQuotation(fullText: string, subject = ''): { text: string; rest: string } {
  const lines = fullText.split('\n');
  const kinds = kindsOfLines(lines, subject);
  const text = joined(lines.filter((_, at) => kinds[at] === 'text'));
  if (!isWritten(text)) return { text: joined(lines), rest: '' };
  return { text, rest: joined(lines.filter((_, at) => kinds[at] !== 'text')) };
}

/**
 * Returns the unmarked lines of quoted text, without `>` or the like, which the author may have
 * written between the quoted ones. Excludes headers and introductions of the quoted emails.
 */
export function unmarkedQuotation(fullText: string, subject = ''): string[] {
  const texts = fullText.split('\n');
  const kinds = kindsOfLines(texts, subject);
  const lines = linesOf(texts);
  let headersUntil = 0;
  return texts.filter((text, at) => {
    if (kinds[at] !== 'quotation' || lines.isQuoted[at]) return false;
    const probe = lines.probes[at] as string;
    if (isHeaderBlock(lines, at)) headersUntil = at + 10;
    if (at < headersUntil && (labelOf(probe) || /\S@\S/.test(probe))) return false;
    const isMark = isRule(probe) || isMarker(lines, at) || originalMessage.test(probe);
    return isWritten(text) && !isMark && introductionLength(lines, at) === 0;
  });
}

function joined(lines: string[]): string {
  let from = 0;
  let to = lines.length;
  while (from < to && !isWritten(lines[from] as string)) from++;
  while (to > from && !isWritten(lines[to - 1] as string)) to--;
  return lines.slice(from, to).join('\n').trimEnd();
}

/** Returns whether a line is below a closing such as "Best regards", where companies put their logo. */
export function isBelowClosing(lines: string[], at: number): boolean {
  for (let one = at; one >= 0 && one > at - 15; one--)
    if (closing.test((lines[one] as string).slice(0, probeMax).trim())) return true;
  return false;
}
