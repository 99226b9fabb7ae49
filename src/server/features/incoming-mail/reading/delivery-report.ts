import { cleanText, oneLine } from './clean-text';
import { decodeText, decodeTransfer } from './decode';
import { headerOf, idsIn } from './mail-marks';
import type { Part } from './mime-parts';
import { headersOf, type MailHeader } from './part-headers';
import type { DeliveryReport } from './read-result';

const recipientsMax = 100;
/** Of the mail that is named, its headers are read. */
const headersMax = 64 * 1024;

/** `rfc822; ada@client.example` without its kind. */
const afterKind = (value: string): string => value.slice(value.indexOf(';') + 1).trim();

function blocksOf(part: Part): MailHeader[][] {
  const text = decodeText(decodeTransfer(part.body, part.encoding), 'utf-8').slice(0, headersMax);
  const blocks = cleanText(text)
    .split(/\n[ \t]*\n/)
    .filter((block) => block.trim() !== '');
  return blocks
    .slice(0, recipientsMax + 1)
    .map((block) => headersOf(Buffer.from(block.trim()), 'text/plain').headers);
}

function idIn(part: Part): string {
  const bytes = decodeTransfer(part.body.subarray(0, headersMax), part.encoding);
  const text = cleanText(decodeText(bytes, undefined)).trimStart();
  const { headers } = headersOf(Buffer.from(text.split('\n\n')[0] ?? ''), 'text/plain');
  return idsIn(headerOf(headers, 'message-id'))[0] ?? '';
}

/** Where its parts are those of RFC 3464: what became of a mail, for each recipient. */
export function readReport(parts: Part[], headers: MailHeader[]): DeliveryReport[] {
  const status = parts.find(({ type }) => /^message\/(?:global-)?delivery-status$/.test(type));
  if (!status) return [];
  const named = parts.find(({ type }) =>
    /^(?:message\/(?:rfc822|global)|text\/rfc822-headers|message\/(?:rfc822|global)-headers)$/.test(
      type,
    ),
  );
  const blocks = blocksOf(status);
  const common = blocks.find((block) => !headerOf(block, 'action')) ?? [];
  const messageId =
    (named && idIn(named)) ||
    idsIn(headerOf(common, 'x-original-message-id'))[0] ||
    idsIn(headerOf(headers, 'in-reply-to'))[0] ||
    idsIn(headerOf(headers, 'references')).at(-1) ||
    '';
  return blocks
    .filter((block) => headerOf(block, 'action') !== '')
    .slice(0, recipientsMax)
    .map((block) => ({
      action: oneLine(headerOf(block, 'action'), 40).toLowerCase(),
      // The address that was written to, where the mail was passed on to another one.
      recipient: oneLine(
        afterKind(headerOf(block, 'original-recipient') || headerOf(block, 'final-recipient')),
        320,
      )
        .replace(/[<>]/g, '')
        .toLowerCase(),
      status: /\d\.\d{1,3}\.\d{1,3}/.exec(headerOf(block, 'status'))?.[0] ?? '',
      diagnostic: oneLine(afterKind(headerOf(block, 'diagnostic-code')), 1_000),
      messageId,
    }));
}
