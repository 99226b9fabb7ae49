import { type Attachment, decodeWords, type Email } from 'postal-mime';

import { tidyText } from './clean-text';
import { isBelowClosing, kindsOfLines } from './cut-quotation';
import { headersIn } from './delivery-report';
import { fileNameOf, nameOfMail } from './file-names';
import { picturesIn } from './html-text';
import { headerOf } from './mail-marks';
import type { MailTexts } from './mail-texts';
import type { ReadAttachment } from './read-result';

/** Types of parts without content for readers: cryptographic signatures, keys, and other versions of the text. */
const leftOut = new Set([
  'application/pgp-encrypted',
  'application/pgp-keys',
  'application/pgp-signature',
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
  'message/delivery-status',
  'message/disposition-notification',
  'message/feedback-report',
  'message/global-delivery-status',
  'text/rfc822-headers',
  'text/vnd.google.email-reaction+json',
  'text/watch-html',
  'text/x-amp-html',
]);

const endings: Record<string, string> = {
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'image/gif': 'gif',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/svg+xml': 'svg',
  'image/webp': 'webp',
  'text/calendar': 'ics',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/plain': 'txt',
  'text/vcard': 'vcf',
};

interface Context {
  texts: MailTexts;
  isReport: boolean;
  subject: string;
  notes: string[];
}

const isCalendar = ({ mimeType, filename }: Attachment): boolean =>
  mimeType === 'text/calendar' ||
  mimeType === 'application/ics' ||
  filename?.toLowerCase().endsWith('.ics') === true;

/** Returns the Content-ID without angle brackets. */
const contentIdOf = ({ contentId = '' }: Attachment): string => contentId.replace(/[<>\s]/g, '');

export async function collectFiles(email: Email, context: Context): Promise<ReadAttachment[]> {
  tellUnreadable(email, context.notes);
  const hasCalendarFile = email.attachments.some((one) => isCalendar(one) && one.filename);
  const kept = email.attachments.filter((one) => {
    if (leftOut.has(one.mimeType)) return false;
    if (context.isReport && one.mimeType.startsWith('message/')) return false;
    // An email contains an invitation twice: as one of the texts, and as a file.
    return !isCalendar(one) || one.filename || !hasCalendarFile;
  });

  const places = placesOf(kept, context);
  const files: ReadAttachment[] = [];
  for (const one of kept) {
    const place = places.get(contentIdOf(one)) ?? null;
    const isPicture = one.mimeType.startsWith('image/');
    const isInline = place !== null || (isPicture && one.disposition === 'inline');
    const isShown = isInline && place === null && !context.texts.hasHtml;
    files.push({
      name: fileNameOf(one.filename ?? '') || (await nameOf(one, files.length + 1)),
      type: one.mimeType,
      bytes: bytesOf(one),
      inline: isInline,
      place: isShown ? 'body' : place,
    });
  }
  return files;
}

const bytesOf = ({ content }: Attachment): Uint8Array<ArrayBuffer> =>
  typeof content === 'string'
    ? new TextEncoder().encode(content)
    : new Uint8Array(content as ArrayBuffer);

async function nameOf(one: Attachment, number: number): Promise<string> {
  if (isCalendar(one)) return 'invite.ics';
  if (one.mimeType !== 'message/rfc822') return `file-${number}.${endings[one.mimeType] ?? 'bin'}`;
  return nameOfMail(decodeWords(headerOf(await headersIn(one), 'subject')));
}

function tellUnreadable({ headers, attachments }: Email, notes: string[]): void {
  const type = headerOf(headers, 'content-type').toLowerCase();
  if (type.startsWith('multipart/encrypted'))
    notes.push('This email is encrypted with PGP and cannot be read here.');
  for (const { mimeType, filename } of attachments) {
    if (mimeType === 'application/pkcs7-mime' || mimeType === 'application/x-pkcs7-mime') {
      notes.push(
        type.includes('signed-data')
          ? 'This email is packed in its S/MIME signature and cannot be read here.'
          : 'This email is encrypted with S/MIME and cannot be read here.',
      );
    }
    if (mimeType === 'application/ms-tnef' || filename?.toLowerCase() === 'winmail.dat')
      notes.push('Outlook has packed the attachments of this email into winmail.dat.');
  }
}

/** Returns the positions in the HTML of pictures that are attached to the email. */
function placesOf(
  files: Attachment[],
  { texts, subject }: Context,
): Map<string, ReadAttachment['place']> {
  const places = new Map<string, ReadAttachment['place']>();
  const wanted = new Set(files.map(contentIdOf).filter(Boolean));
  const html = wanted.size > 0 ? texts.html() : undefined;
  if (!html) return places;
  const lines = tidyText(html.text).split('\n');
  const kinds = kindsOfLines(lines, subject);
  for (const [at, line] of lines.entries())
    for (const id of picturesIn(line)) {
      if (!wanted.has(id) || places.has(id)) continue;
      const kind = kinds[at] ?? 'text';
      const isSigned = html.inSignature.has(id) || isBelowClosing(lines, at);
      places.set(id, kind === 'text' && isSigned ? 'signature' : kind === 'text' ? 'body' : kind);
    }
  return places;
}
