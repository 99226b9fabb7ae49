import { type Address, addressParser, decodeWords, type Email, type Header } from 'postal-mime';

import { normalizeEmail } from '~/contract/common/normalize';
import { oneLine } from './clean-text';
import type { ReadMail } from './read-result';

const nameMax = 200;
const addressMax = 320;
const recipientsMax = 500;
const fromMax = 10_000;
const referencesMax = 100;
const idMax = 500;

export const headerOf = (headers: Header[], name: string): string =>
  headers.find(({ key }) => key === name)?.value ?? '';

const valuesOf = (headers: Header[], name: string): string[] =>
  headers.flatMap(({ key, value }) => (key === name ? [value] : []));

/**
 * Returns an address; '' if it is invalid. Invalid parts are not removed, because the remaining text could be the
 * address of another person. Converts an international domain to ASCII.
 */
export function addressOf(written = ''): string {
  const isAddress = /^[^\s<>\p{Cc}\p{Cf}]+@[^\s<>@\p{Cc}\p{Cf}]+$/u.test(written);
  if (!isAddress || written.length > addressMax) return '';
  const at = written.lastIndexOf('@');
  return written.slice(0, at) + normalizeEmail(written.slice(at));
}

/**
 * Returns the only address in a From header that violates the standard, such as `Sales: Ann <ann@x.example>,`; '' if
 * there are several. Quotation marks and comments separate words, so that two parts are never joined into an address.
 */
function onlyAddressIn(value: string): string {
  const words = value
    .replace(/"(?:[^"\\]|\\.)*"|\([^()]*\)/g, ' () ')
    .split(/[\s<>,;:"|]+/)
    .filter((word) => word.includes('@'));
  const [first = ''] = words;
  const isOne = words.every((word) => word.toLowerCase() === first.toLowerCase());
  return isOne && /^[^@[\]()]+@[^@[\]()]+$/.test(first) ? addressOf(first) : '';
}

/** Returns the name in a From header that violates the standard. */
const nameBeside = (value: string): string =>
  value
    .replaceAll(/<?[^\s<>,;:"|@]+@[^\s<>,;:"|]+>?/g, ' ')
    .replaceAll(/"/g, '')
    .replaceAll(/^[\s(,;:<]+|[\s),;:<>|]+$/g, '');

/**
 * Returns the sender. Reads only the From header, because any sender can set Sender and Reply-To. If there is not
 * exactly one address, the address is '', because it is unknown which one the receiving server has checked. The name is
 * then the whole header, so that readers see all addresses.
 */
export function senderOf(headers: Header[]): ReadMail['from'] {
  const written = valuesOf(headers, 'from');
  const value = written.join(', ').replaceAll(/(?<=^|[\s<])mailto:/gi, '');
  // Rejects control characters, because the parser removes them and joins the surrounding text.
  const isSane = value.length <= fromMax && !/(?![\t\u0080-\u009f])\p{Cc}/u.test(value);
  const found = isSane ? addressParser(value) : [];
  const last = found.at(-1);
  // Some programs write "Family name, First name" without quotation marks.
  const isOneName = found.slice(0, -1).every((one) => !one.group && !one.address);
  const plain = value
    .replace(/"(?:[^"\\]|\\.)*"/g, '')
    .replace(/\([^()]*\)/g, '')
    .trim();
  const bracketed = `<${last?.address}>`;
  const isAlone =
    plain === last?.address ||
    (plain.endsWith(bracketed) && plain.indexOf('<') === plain.length - bracketed.length);
  const isOne = written.length === 1 && isSane;
  const standard = isOne && isOneName && isAlone ? addressOf(last?.address) : '';
  const address = standard || (isOne ? onlyAddressIn(value) : '');
  const whole = standard ? found.flatMap(({ name }) => name || []).join(', ') : decodeWords(value);
  const name = address && !standard ? nameBeside(whole) : whole;
  return { name: isSane ? oneLine(name, nameMax) : '', address };
}

const flat = (addresses: Address[] = []) => addresses.flatMap((one) => one.group ?? [one]);

/** Returns the recipients. The delivery address comes first, because the receiving server writes it. */
export function recipientsOf({ headers, to, cc, bcc }: Email): string[] {
  const delivered = ['delivered-to', 'x-original-to', 'envelope-to'].flatMap((name) =>
    valuesOf(headers, name).flatMap((value) => addressParser(value)),
  );
  const found = new Set<string>();
  for (const { address } of [delivered, to, cc, bcc].flatMap(flat)) {
    const email = addressOf(address).toLowerCase();
    if (email && found.size < recipientsMax) found.add(email);
  }
  return [...found];
}

/** Returns ids in angle brackets, or words if a program has omitted the brackets. */
export function idsIn(value: string): string[] {
  const bracketed = [...value.matchAll(/<([^<>]{1,600})>/g)].map(([, id]) => id ?? '');
  const ids = bracketed.length > 0 ? bracketed : value.split(/[\s,]+/);
  return ids.filter((id) => id !== '' && id.length <= idMax && !/[\s\p{Cc}]/u.test(id));
}

/** Returns the ids of earlier emails. The last id in References is that of the email to which this one replies. */
export function referencesOf(headers: Header[]): string[] {
  const ids = [
    ...idsIn(headerOf(headers, 'in-reply-to')),
    ...idsIn(headerOf(headers, 'references')).reverse(),
  ];
  return [...new Set(ids)].slice(0, referencesMax);
}

export function sentAtOf({ date: written = '' }: Email): string | null {
  const date = new Date(written);
  const year = date.getUTCFullYear();
  return year >= 1970 && year < 10_000 ? date.toISOString() : null;
}

/**
 * Beginnings of subjects that Exchange and similar servers give to automatic replies, which are marked as `auto-generated`.
 */
const automaticSubject =
  /^(?:automatic reply|auto[- ]?reply|automatische antwort|réponse automatique|respuesta automática|risposta automatica|automatisch antwoord|resposta automática|autosvar|automatiskt svar|automatisk svar|automaattinen vastaus|odpowiedź automatyczna|automatická odpov[eě]ď|автоответ|自動応答|自动答复|自动回复)\s?[:：]/iu;

/**
 * Returns 'automatic' for reports, for emails with `Auto-Submitted: auto-replied` (RFC 3834), and
 * for other `Auto-Submitted` emails with the subject of an automatic reply. Returns 'possibly' for
 * all other marks, because help desks set `auto-generated`, Precedence and X-Auto-Response-Suppress
 * on emails by people too. Returns null without a mark.
 */
export function automaticOf(
  headers: Header[],
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
    ({ key, value }) => key === 'return-path' && value.replace(/\s/g, '') === '<>',
  );
  return isSubmitted || isSuppressed || isBulk || isReturned ? 'possibly' : null;
}

export function isSpam(headers: Header[]): boolean {
  return (
    /^\s*yes\b/i.test(headerOf(headers, 'x-spam-flag')) ||
    /^\s*yes\b/i.test(headerOf(headers, 'x-spam-status')) ||
    /^\s*yes\b/i.test(headerOf(headers, 'x-spam'))
  );
}
