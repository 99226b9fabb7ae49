import { addressParser, decodeWords } from 'postal-mime';

import { oneLine } from './clean-text';
import { type MailHeader, splitAtSemicolons, withoutComments } from './part-headers';
import type { ReadMail } from './read-result';

const nameMax = 200;
const addressMax = 320;
const recipientsMax = 500;
/** Of all headers with addresses: five hundred of them take half of it. */
const addressesMax = 50_000;
const fromMax = 10_000;
const referencesMax = 100;
const idMax = 500;

export const headerOf = (headers: MailHeader[], name: string): string =>
  headers.find(({ key }) => key === name)?.value ?? '';

const valuesOf = (headers: MailHeader[], name: string): string[] =>
  headers.flatMap(({ key, value }) => (key === name ? [value] : []));

/** Nothing is taken out of an address or cut from it: what is left could be another person's. */
const addressOf = (written = ''): string =>
  written.length <= addressMax && /^[^\s<>\p{Cc}\p{Cf}]+@[^\s<>@\p{Cc}\p{Cf}]+$/u.test(written)
    ? written
    : '';

function sendersOf(headers: MailHeader[]) {
  const value = headerOf(headers, 'from');
  // The parser would leave out what is no character, and join what stands around it.
  const isSane = value.length <= fromMax && !/(?![\t\u0080-\u009f])\p{Cc}/u.test(value);
  return isSane ? addressParser(value, { flatten: true }) : [];
}

/** One address and nothing else that could be one: which of two a server has looked at is not known. */
function isOneAddress(headers: MailHeader[]): boolean {
  const values = valuesOf(headers, 'from');
  const plain = withoutComments(values[0] ?? '').replace(/"(?:[^"\\]|\\.)*"/g, '');
  return (
    values.length === 1 &&
    (/^[^<>,;:]*<[^<>@\s]+@[^<>@\s]+>\s*$/.test(plain) ||
      /^\s*[^<>@\s,;:]+@[^<>@\s,;:]+\s*$/.test(plain))
  );
}

/** From alone is read: any sender can set Sender and Reply-To. */
export function senderOf(headers: MailHeader[]): ReadMail['from'] {
  const [first] = sendersOf(headers);
  return {
    name: oneLine(first?.name ?? '', nameMax),
    address: isOneAddress(headers) ? addressOf(first?.address) : '',
  };
}

/** Where it was delivered to comes first: that is written by servers. */
const recipientHeaders = ['delivered-to', 'x-original-to', 'envelope-to', 'to', 'cc', 'bcc'];

export function recipientsOf(headers: MailHeader[]): string[] {
  const found = new Set<string>();
  let left = addressesMax;
  for (const value of recipientHeaders.flatMap((name) => valuesOf(headers, name))) {
    const read = value.length <= left ? value : value.slice(0, value.lastIndexOf(',', left) + 1);
    left -= read.length;
    for (const { address } of addressParser(read, { flatten: true })) {
      const email = addressOf(address).toLowerCase();
      if (email && found.size < recipientsMax) found.add(email);
    }
  }
  return [...found];
}

/** Ids in angle brackets, or words where a program has left the brackets out. */
export function idsIn(value: string): string[] {
  const bracketed = [...value.matchAll(/<([^<>]{1,600})>/g)].map(([, id]) => id ?? '');
  const ids = bracketed.length > 0 ? bracketed : value.split(/[\s,]+/);
  return ids.filter((id) => id !== '' && id.length <= idMax && !/[\s\p{Cc}]/u.test(id));
}

/** References end with the mail that was answered. */
export function referencesOf(headers: MailHeader[]): string[] {
  const ids = [
    ...idsIn(headerOf(headers, 'in-reply-to')),
    ...idsIn(headerOf(headers, 'references')).reverse(),
  ];
  return [...new Set(ids)].slice(0, referencesMax);
}

export const subjectOf = (headers: MailHeader[]): string =>
  oneLine(decodeWords(headerOf(headers, 'subject').slice(0, 8_000)), 500);

export function sentAtOf(headers: MailHeader[]): string | null {
  // "(CEST)" and the like behind the zone's number is a comment.
  const date = new Date(withoutComments(headerOf(headers, 'date').slice(0, 200)).trim());
  const year = date.getUTCFullYear();
  return year >= 1970 && year < 10_000 ? date.toISOString() : null;
}

/** Beginnings of subjects that Exchange and its like give to automatic replies, which they mark as `auto-generated`. */
const automaticSubject =
  /^(?:automatic reply|auto[- ]?reply|automatische antwort|réponse automatique|respuesta automática|risposta automatica|automatisch antwoord|resposta automática|autosvar|automatiskt svar|automatisk svar|automaattinen vastaus|odpowiedź automatyczna|automatická odpov[eě]ď|автоответ|自動応答|自动答复|自动回复)\s?[:：]/iu;

/**
 * Reports and `Auto-Submitted: auto-replied` (RFC 3834) are certain. Help desks mark what people write in them as `auto-generated`, and with
 * Precedence or X-Auto-Response-Suppress, so that all other marks only make it possible.
 */
export function automaticOf(
  headers: MailHeader[],
  subject: string,
  isReport: boolean,
): ReadMail['automatic'] {
  if (isReport) return 'automatic';
  const submitted = headerOf(headers, 'auto-submitted').trim().toLowerCase();
  const isSubmitted = submitted !== '' && !/^no\b/.test(submitted);
  if (/^auto-replied\b/.test(submitted)) return 'automatic';
  if (isSubmitted && automaticSubject.test(subject)) return 'automatic';
  const isSuppressed = [
    'x-autoreply',
    'x-autorespond',
    'x-autoresponder',
    'x-auto-response-suppress',
  ].some((name) =>
    headers.some(({ key, value }) => key === name && !/^(?:no|none)?$/i.test(value.trim())),
  );
  const isBulk = /^(?:bulk|junk|list|auto_reply)\b/i.test(headerOf(headers, 'precedence').trim());
  const isReturned = headers.some(
    ({ key, value }) => key === 'return-path' && withoutComments(value).replace(/\s/g, '') === '<>',
  );
  return isSubmitted || isSuppressed || isBulk || isReturned ? 'possibly' : null;
}

export function isSpam(headers: MailHeader[]): boolean {
  return (
    /^\s*yes\b/i.test(headerOf(headers, 'x-spam-flag')) ||
    /^\s*yes\b/i.test(headerOf(headers, 'x-spam-status')) ||
    /^\s*yes\b/i.test(headerOf(headers, 'x-spam'))
  );
}

interface Method {
  result: string;
  /** Such as `header.from`, in lower case; of domains, without what stands before the @. */
  properties: Map<string, string>;
}

/** What stands in quotation marks is a reason for people, and can be written by the sender. */
const unquoted = (text: string): string => text.replace(/"[^"]*"?/g, '');

function methodsOf(header: string): Map<string, Method[]> {
  const found = new Map<string, Method[]>();
  for (const one of splitAtSemicolons(withoutComments(header.slice(0, 16_384))).slice(1)) {
    const plain = unquoted(one);
    const [, name, result] = /^\s*([a-z][\w-]*)(?:\/\d+)?\s*=\s*([a-z]+)/i.exec(plain) ?? [];
    if (!name || !result) continue;
    const properties = new Map<string, string>();
    for (const [, property = '', value = ''] of plain.matchAll(
      /\s(header\.(?:from|d|i)|smtp\.mailfrom)\s*=\s*(?:[^\s@]*@)?([\w.-]+)(?=\s|$)/gi,
    )) {
      if (!properties.has(property.toLowerCase())) {
        properties.set(property.toLowerCase(), value.toLowerCase());
      }
    }
    const method = name.toLowerCase();
    found.set(method, [...(found.get(method) ?? []), { result: result.toLowerCase(), properties }]);
  }
  return found;
}

/** Whether a domain that was found speaks for that of the sender: the same, or one above it that is no top-level domain. */
const isAligned = (found: string | undefined, sender: string): boolean =>
  found?.includes('.') === true && (sender === found || sender.endsWith(`.${found}`));

/** Which server has written the topmost header: the sender can have written those below it. */
export const authenticatorOf = (headers: MailHeader[]): string =>
  (
    /^\s*([\w.-]{1,200})/.exec(
      withoutComments(headerOf(headers, 'authentication-results').slice(0, 16_384)),
    )?.[1] ?? ''
  ).toLowerCase();

export function authenticationOf(headers: MailHeader[]): ReadMail['authentication'] {
  const methods = methodsOf(headerOf(headers, 'authentication-results'));
  const { address } = senderOf(headers);
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const dmarc = methods.get('dmarc')?.[0];
  if (dmarc?.result === 'fail') return 'fail';
  if (dmarc?.result === 'pass') {
    return domain !== '' && dmarc.properties.get('header.from') === domain ? 'pass' : 'none';
  }
  const [spf, dkim] = [methods.get('spf') ?? [], methods.get('dkim') ?? []];
  const speaks = ({ result, properties }: Method, ...names: string[]) =>
    result === 'pass' && names.some((name) => isAligned(properties.get(name), domain));
  if (dkim.some((one) => speaks(one, 'header.d', 'header.i'))) return 'pass';
  if (spf.some((one) => speaks(one, 'smtp.mailfrom'))) return 'pass';
  const isFailed = ({ result }: Method) => /^(?:fail|hardfail|permerror|policy)$/.test(result);
  return spf.some(isFailed) || dkim.some(isFailed) ? 'fail' : 'none';
}
