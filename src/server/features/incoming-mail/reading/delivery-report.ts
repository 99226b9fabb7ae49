import PostalMime, { type Attachment, type Email, type Header } from 'postal-mime';

import { cleanText, oneLine } from './clean-text';
import { addressOf, headerOf, idsIn } from './mail-marks';
import type { DeliveryReport } from './read-result';

const recipientsMax = 100;
/** Maximum number of bytes that are read of the reported email, of which only the headers matter. */
const headersMax = 64 * 1024;

/** Returns an address without its type, such as `rfc822; ada@client.example`. */
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

/** Reads the delivery status for each recipient from parts that follow RFC 3464. */
export async function readReport({ attachments, headers }: Email): Promise<DeliveryReport[]> {
  const status = attachments.find(({ mimeType }) => statusType.test(mimeType));
  if (!status) return [];
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
      // Original recipient, if the email was forwarded to another one.
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
