import PostalMime, { type Attachment, type Email, type Header } from 'postal-mime';

import { cleanText, oneLine } from './clean-text';
import { addressOf, headerOf, idsIn } from './mail-marks';
import type { DeliveryReport } from './read-result';

const recipientsMax = 100;
/** Maximum number of bytes of the reported email that are read, because only its headers matter. */
const headersMax = 64 * 1024;

/** Returns an address without its type, which is the part before `;` in `rfc822; ada@client.example`. */
const afterKind = (value: string): string => value.slice(value.indexOf(';') + 1).trim();

/** Returns the header blocks of a part. Blank lines separate them. */
async function blocksOf({ content }: Attachment, max: number): Promise<Header[][]> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content);
  const text = cleanText(new TextDecoder().decode(bytes.subarray(0, headersMax)));
  const blocks = text.split(/\n[ \t]*\n/).filter((block) => block.trim() !== '');
  return Promise.all(
    blocks.slice(0, max).map(async (block) => (await PostalMime.parse(block.trim())).headers),
  );
}

/** Reads the headers of the attached email. */
export const headersIn = async (part: Attachment): Promise<Header[]> =>
  (await blocksOf(part, 1))[0] ?? [];

const statusType = /^message\/(?:global-)?delivery-status$/;
const namedType =
  /^(?:message\/(?:rfc822|global)|text\/rfc822-headers|message\/(?:rfc822|global)-headers)$/;

/**
 * Reads a report in plain text. It is either in qmail's format QSBMF, or from Exim, which lists the recipients in a
 * header. Both end with a copy of the email.
 */
function plainReport({ text = '', headers }: Email): DeliveryReport[] {
  const all = cleanText(text.slice(0, headersMax));
  const recipients = headerOf(headers, 'x-failed-recipients')
    .split(',')
    .map((one) => one.trim());
  const isQmail = /^\s*hi\. this is the \S+/i.test(all);
  const copyAt = all.search(/^-{2,} ?(?:below this line is a copy|this is a copy of)/im);
  const words = copyAt < 0 ? all : all.slice(0, copyAt);
  const copy = copyAt < 0 ? '' : all.slice(copyAt);
  const written = /^message-id:\s*(<[^<>\s]+>)/im.exec(copy)?.[1];
  const reasons = new Map(recipients.flatMap((one) => (one ? [[one, words] as const] : [])));
  for (const paragraph of isQmail ? words.split(/\n\s*\n/) : []) {
    const [, recipient, reason = ''] = /^<([^<>\s]+@[^<>\s]+)>:(.*)$/s.exec(paragraph.trim()) ?? [];
    if (recipient) reasons.set(recipient, reason);
  }
  return [...reasons].slice(0, recipientsMax).map(([recipient, reason]) => ({
    action: 'failed',
    recipient: addressOf(recipient).toLowerCase(),
    status: /\b[45]\.\d{1,3}\.\d{1,3}\b/.exec(reason)?.[0] ?? '',
    diagnostic: oneLine(reason, 1_000),
    messageId:
      idsIn(written ?? headerOf(headers, 'in-reply-to'))[0] ??
      idsIn(headerOf(headers, 'references')).at(-1) ??
      '',
  }));
}

/** Reads the delivery status for each recipient from parts that follow RFC 3464. */
export async function readReport(email: Email): Promise<DeliveryReport[]> {
  const { attachments, headers } = email;
  const status = attachments.find(({ mimeType }) => statusType.test(mimeType));
  if (!status) return plainReport(email);
  const named = attachments.find(({ mimeType }) => namedType.test(mimeType));
  const blocks = await blocksOf(status, recipientsMax + 1);
  const common = blocks.find((block) => !headerOf(block, 'action')) ?? [];
  const messageId =
    (named && idsIn(headerOf(await headersIn(named), 'message-id'))[0]) ||
    idsIn(headerOf(common, 'x-original-message-id'))[0] ||
    idsIn(headerOf(headers, 'in-reply-to'))[0] ||
    idsIn(headerOf(headers, 'references')).at(-1) ||
    '';
  return blocks
    .filter((block) => headerOf(block, 'action') !== '')
    .slice(0, recipientsMax)
    .map((block) => ({
      action: oneLine(headerOf(block, 'action'), 40).toLowerCase(),
      // Prefers the original recipient, if the email was forwarded to another one.
      recipient: addressOf(
        afterKind(
          headerOf(block, 'original-recipient') || headerOf(block, 'final-recipient'),
        ).replace(/[<>]/g, ''),
      ).toLowerCase(),
      status: /\d\.\d{1,3}\.\d{1,3}/.exec(headerOf(block, 'status'))?.[0] ?? '',
      diagnostic: oneLine(afterKind(headerOf(block, 'diagnostic-code')), 1_000),
      messageId,
    }));
}
