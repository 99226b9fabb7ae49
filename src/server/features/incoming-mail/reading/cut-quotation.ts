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
  labels,
  listFooter,
  originalMessage,
  programSignature,
  wrotePattern,
} from './quotation-words';

/** No line that a mail program writes is longer; of a longer one, patterns see its beginning. */
const probeMax = 300;
const introductionMax = 400;
/** Maximum length of a signature; a longer end may be part of the message. */
const signatureLinesMax = 12;
const signatureLengthMax = 1_000;
/** Above a mail that is sent on, less than this is a remark on it. */
const remarkMax = 300;

export type LineKind = 'text' | 'signature' | 'quotation';

interface Lines {
  /** Their beginnings, without the spaces around them. */
  probes: string[];
  isQuoted: boolean[];
  /** Start of a signature: the last `-- `, or a bare `--` above what cannot be a sentence. */
  delimiter: number;
}

const isBlank = (lines: Lines, at: number): boolean => lines.probes[at] === '';

/**
 * How many lines before and with `end` introduce a quotation ("On … wrote:"); 0 where it ends none.
 *
 * @param isCertain for what no quoted line follows: it has to end as programs end it, and not as a sentence may
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
    // Its date may stand in the line before.
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

/** `From: … Sent: … To: … Subject: …`, as Outlook and its like write it above what they quote. */
function isHeaderBlock(lines: Lines, at: number): boolean {
  const first = labelOf(lines.probes[at] ?? '');
  if (first !== 'from' && first !== 'sent') return false;
  const found = new Set<string>();
  let gaps = 0;
  for (let one = at; one < at + 10 && one < lines.probes.length; one++) {
    const probe = lines.probes[one] ?? '';
    const label = labelOf(probe);
    if (label) found.add(label);
    // Between labels stand no more than an empty line or a list of names that goes on.
    else if (++gaps > 3) break;
  }
  return found.size >= 3 && found.has('from') && (found.has('sent') || found.has('subject'));
}

const isRule = (probe: string): boolean => /^[-_=*]{8,}$/.test(probe);

const isMarker = (lines: Lines, at: number): boolean => {
  const probe = (lines.probes[at] ?? '').replace(/^[>|\s*]+|[\s*]+$/g, '');
  return probe === answerAboveLine || helpDeskMark.test(probe);
};

/** The first line of what stands directly above `at` and belongs to a quotation: its introduction, its headers, a rule. */
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

/** Where everything to the end is an earlier mail, and where it is one that was sent on. */
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
      // At the top it is of a mail that was not answered but written anew, or of a help desk.
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

/** Where the text ends that stands before `end`, without the blank lines between. */
function trimmedEnd(lines: Lines, from: number, end: number): number {
  let at = end;
  while (at > from && isBlank(lines, at - 1)) at--;
  return at;
}

/** The end of the text without the quotation that stands at its end. */
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

/** Where a signature begins that ends at `end`; `end` where there is none. */
function signatureStart(lines: Lines, from: number, end: number): number {
  const { probes } = lines;
  let written = 0;
  let length = 0;
  let start = end;
  for (let at = end - 1; at >= from; at--) {
    const probe = probes[at] as string;
    if (probe !== '') written++;
    length += probe.length;
    if (written > signatureLinesMax || length > signatureLengthMax) break;
    if (at === lines.delimiter) start = at;
    else if (written <= 4 && programSignature.test(probe)) start = at;
    else if (/^_{20,}$/.test(probe) && isListFooter(lines, at, end)) start = at;
  }
  return start;
}

/**
 * The line that a signature begins with; -1 where there is none. People write lines of dashes between the parts of a text as well, so that
 * more than one of them are no signature, and a bare `--` is one only above lines that end like a name or an address.
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

/** What each line is. No step looks back further than some lines, so that the time grows with the text alone. */
export function kindsOfLines(texts: string[], subject = ''): LineKind[] {
  const isQuoted = texts.map((line) => /^ {0,2}>/.test(line));
  const lines: Lines = {
    probes: texts.map((line) => line.slice(0, probeMax).trim()),
    isQuoted,
    delimiter: -1,
  };
  const kinds = texts.map((): LineKind => 'quotation');
  const tail = findTail(lines);
  // An earlier mail has its own.
  lines.delimiter = delimiterOf(texts.slice(0, tail.at), isQuoted);
  if (isSentOn(texts, tail, subject)) return kinds.map(() => 'text');

  let end = withoutQuoteAtEnd(lines, tail.at);
  const textEnd = end;
  for (let round = 0; round < 3; round++) {
    const start = signatureStart(lines, 0, end);
    if (start === end) break;
    end = trimmedEnd(lines, 0, start);
  }
  // A signature below a quotation was written below it.
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

/** Where an answer begins that stands below the one quotation of the mail; 0 where quotations stand between answers. */
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
 * Cuts the quotation of earlier mails and the signature, for display. Where nothing else would be left, all of it is shown.
 *
 * @param subject tells a mail that was sent on from an answer
 */
export function cutQuotation(fullText: string, subject = ''): { text: string; rest: string } {
  const lines = fullText.split('\n');
  const kinds = kindsOfLines(lines, subject);
  const text = joined(lines.filter((_, at) => kinds[at] === 'text'));
  if (!isWritten(text)) return { text: joined(lines), rest: '' };
  return { text, rest: joined(lines.filter((_, at) => kinds[at] !== 'text')) };
}

function joined(lines: string[]): string {
  let from = 0;
  let to = lines.length;
  while (from < to && !isWritten(lines[from] as string)) from++;
  while (to > from && !isWritten(lines[to - 1] as string)) to--;
  return lines.slice(from, to).join('\n').trimEnd();
}

/** Whether a line of the text stands below a closing such as "Best regards", where companies put their logo. */
export function isBelowClosing(lines: string[], at: number): boolean {
  for (let one = at; one >= 0 && one > at - 15; one--)
    if (closing.test((lines[one] as string).slice(0, probeMax).trim())) return true;
  return false;
}
