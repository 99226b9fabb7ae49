import { tidyText } from './clean-text';
import { isBelowClosing, kindsOfLines } from './cut-quotation';
import { decodeTransfer } from './decode';
import { picturesIn } from './html-text';
import { subjectOf } from './mail-marks';
import type { MailTexts } from './mail-texts';
import type { Part } from './mime-parts';
import { fileNameOf, headersOf } from './part-headers';
import type { ReadAttachment } from './read-result';

/** They hold nothing for a person: signatures, keys, and other forms of the text. */
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

const isCalendar = ({ type, fileName }: Part): boolean =>
  type === 'text/calendar' || type === 'application/ics' || fileName.toLowerCase().endsWith('.ics');

export function collectFiles(root: Part, context: Context): ReadAttachment[] {
  const leaves: { part: Part; isAlternative: boolean }[] = [];
  const collect = (part: Part, isAlternative: boolean) => {
    if (part.parts.length === 0) leaves.push({ part, isAlternative });
    for (const one of part.parts) collect(one, part.type === 'multipart/alternative');
  };
  collect(root, false);
  tellUnreadable(
    root,
    leaves.map(({ part }) => part),
    context.notes,
  );

  const hasCalendarFile = leaves.some(
    ({ part, isAlternative }) => isCalendar(part) && !isAlternative,
  );
  const kept = leaves
    .filter(({ part, isAlternative }) => {
      if (context.texts.parts.has(part) || leftOut.has(part.type)) return false;
      if (context.isReport && part.type.startsWith('message/')) return false;
      return !(isAlternative && isCalendar(part) && hasCalendarFile);
    })
    .map(({ part }) => part);

  const places = placesOf(kept, context);
  const files: ReadAttachment[] = [];
  for (const part of kept) {
    const isPicture = part.type.startsWith('image/');
    const place = places.get(part.contentId) ?? null;
    const isInline = place !== null || (isPicture && part.disposition === 'inline');
    const isShown = isInline && place === null && !context.texts.hasHtml;
    files.push({
      name: part.fileName || nameOf(part, files.length + 1),
      type: part.type,
      bytes: ownBytes(part),
      inline: isInline,
      place: isShown ? 'body' : place,
    });
  }
  return files;
}

/** They leave the thread, and the mail does not: they share no memory with it. */
function ownBytes(part: Part): Uint8Array {
  const bytes = decodeTransfer(part.body, part.encoding);
  return bytes === part.body ? new Uint8Array(bytes) : bytes;
}

function nameOf(part: Part, number: number): string {
  if (isCalendar(part)) return 'invite.ics';
  if (part.type !== 'message/rfc822') return `file-${number}.${endings[part.type] ?? 'bin'}`;
  const text = Buffer.from(part.body.subarray(0, 16_384)).toString('latin1').trimStart();
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length;
  const { headers } = headersOf(Buffer.from(text.slice(0, end), 'latin1'), 'text/plain');
  return fileNameOf(`${subjectOf(headers).replace(/[/\\]/g, '-').slice(0, 150) || 'mail'}.eml`);
}

function tellUnreadable(root: Part, leaves: Part[], notes: string[]): void {
  if (root.type === 'multipart/encrypted')
    notes.push('This mail is encrypted with PGP and cannot be read here.');
  for (const { type, parameters, fileName } of leaves) {
    if (type === 'application/pkcs7-mime' || type === 'application/x-pkcs7-mime') {
      const isSigned = parameters.get('smime-type')?.toLowerCase() === 'signed-data';
      notes.push(
        isSigned
          ? 'This mail is packed in its S/MIME signature and cannot be read here.'
          : 'This mail is encrypted with S/MIME and cannot be read here.',
      );
    }
    if (type === 'application/ms-tnef' || fileName.toLowerCase() === 'winmail.dat')
      notes.push('Outlook has packed the attachments of this mail into winmail.dat.');
  }
}

/** Where the HTML shows a picture that came with the mail. */
function placesOf(
  parts: Part[],
  { texts, subject }: Context,
): Map<string, ReadAttachment['place']> {
  const places = new Map<string, ReadAttachment['place']>();
  const ids = parts.flatMap(({ contentId }) => contentId || []);
  if (ids.length === 0) return places;
  const wanted = new Set(ids);
  for (const { text, inSignature } of texts.htmls()) {
    const lines = tidyText(text).split('\n');
    const kinds = kindsOfLines(lines, subject);
    for (const [at, line] of lines.entries())
      for (const id of picturesIn(line)) {
        if (!wanted.has(id) || places.has(id)) continue;
        const kind = kinds[at] ?? 'text';
        const isSigned = inSignature.has(id) || isBelowClosing(lines, at);
        places.set(id, kind === 'text' && isSigned ? 'signature' : kind === 'text' ? 'body' : kind);
      }
  }
  return places;
}
