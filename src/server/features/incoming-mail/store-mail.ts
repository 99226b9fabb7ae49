import { createHash } from 'node:crypto';

import { eq, or, sql } from 'drizzle-orm';

import { incomingBytesMax } from '~/contract/mail/incoming-mail';
import { randomId } from '~/server/features/identity/tokens';
import type { Database } from '~/server/platform/db/client';
import { fileChunks } from '~/server/platform/db/schema/files';
import { incomingMails } from '~/server/platform/db/schema/incoming-mail';
import { chunkBytes } from '~/server/platform/files/chunk-store';
import { inPieces } from '~/server/platform/in-pieces';
import type { ReplyAddresses } from '~/server/platform/mail/reply-addresses';

/** An email as received. */
export interface ArrivedMail {
  /**
   * Raw bytes, or only the header if the email was too large to fetch. The bytes are changed in place, so callers must
   * not use them afterwards.
   */
  raw: Buffer;
  isWhole: boolean;
  size: number;
  /** Recipients according to the receiving server, if known. */
  originalTo?: string | undefined;
}

const headerMax = 256 * 1024;
const tokensMax = 100;

/** Returns the SHA-256 of content. Hashes in chunks, so that other requests can run in between. */
async function digest(content: Buffer, read = (piece: Buffer) => piece): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of inPieces(content)) hash.update(read(piece));
  return hash.digest('hex');
}

/** Returns the offset at which the header ends: at the first empty line, or after 256 KiB. */
function headerEnd(raw: Buffer): number {
  const ends = [raw.indexOf('\r\n\r\n'), raw.indexOf('\n\n')].filter((at) => at >= 0);
  return Math.min(headerMax, raw.length, ...ends);
}

/** Returns the values of the fields that distinguish emails, by field name in lower case. */
function fieldsOf(header: string): Map<string, string> {
  const fields = new Map<string, string>();
  let name = '';
  for (const line of header.split(/\r?\n/)) {
    const isContinued = line.startsWith(' ') || line.startsWith('\t');
    const colon = isContinued ? -1 : line.indexOf(':');
    if (colon > 0) {
      name = line.slice(0, colon).trim().toLowerCase();
      // The first occurrence counts, as in all email programs.
      if (!fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
      else name = '';
    } else if (isContinued && name) {
      fields.set(name, `${fields.get(name)} ${line.trim()}`);
    }
  }
  return fields;
}

/**
 * Returns a digest of the body that is the same however the email arrives, because mail systems change line breaks and
 * trailing empty lines.
 */
function bodyDigest(body: Buffer): Promise<string> {
  let end = body.length;
  while (end > 0 && isBlank(body[end - 1] ?? 0)) end -= 1;
  const withoutReturns = (piece: Buffer) =>
    Buffer.from(piece.toString('latin1').replaceAll('\r', ''), 'latin1');
  return digest(body.subarray(0, end), withoutReturns);
}

const isBlank = (byte: number) => byte === 32 || (byte >= 9 && byte <= 13);

/**
 * Returns a digest that identifies an email if it arrives several times, with different Received fields. The digest
 * includes sender and text besides the Message-ID, because some programs give all of their emails the same id, and a
 * stranger could send an email with a known id first.
 */
async function identityOf(fields: Map<string, string>, body: Buffer): Promise<string> {
  const from = (fields.get('from') ?? '').toLowerCase();
  const named = ['message-id', 'subject'].map((name) => fields.get(name) ?? '');
  const rest = named[0] ? named : [...named, fields.get('date') ?? '', fields.get('to') ?? ''];
  return digest(Buffer.from([from, ...rest, await bodyDigest(body)].join('\n')));
}

/** Fields that contain the delivery address. */
const recipientField = /^(?:to|cc|bcc|delivered-to|x-original-to|(?:x-)?envelope-to|received):/i;

/**
 * Returns the unfolded lines of the fields that contain recipients. Addresses in other fields, such as the subject, are
 * ignored.
 */
function recipientLines(header: string): string {
  const lines = header.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return lines.filter((line) => recipientField.test(line)).join('\n');
}

const plainId = (text: string | undefined): string =>
  (/<([^<>\s\p{Cc}]{1,900})>/u.exec(text ?? '')?.[1] ?? '').slice(0, 900);

/**
 * Stores emails before they are processed. Each email is stored once, even if it arrives several times or by mailbox
 * and webhook.
 */
export function createMailStore(
  db: Database,
  { addresses }: { addresses: Pick<ReplyAddresses, 'hashesIn' | 'blotOut'> },
) {
  /** Stores an email. @returns once it is committed; `isNew` is false for an email that was stored before */
  return async ({ raw, isWhole, size, originalTo }: ArrivedMail): Promise<{ isNew: boolean }> => {
    if (raw.length > incomingBytesMax) throw new RangeError('the mail is too large');
    const hash = await digest(raw);
    const end = headerEnd(raw);
    const header = raw.subarray(0, end);
    const fields = fieldsOf(header.toString('latin1'));
    const identity = await identityOf(fields, raw.subarray(end));
    const [known] = await db
      .select({ id: incomingMails.id })
      .from(incomingMails)
      .where(or(eq(incomingMails.hash, hash), eq(incomingMails.identity, identity)));
    if (known) return { isNew: false };
    const tokenHashes = [
      ...addresses.hashesIn(Buffer.from(originalTo ?? '')),
      ...addresses.hashesIn(Buffer.from(recipientLines(header.toString('latin1')), 'latin1')),
    ];
    await addresses.blotOut(raw);
    const key = `mail-${randomId(24)}`;
    return db.transaction(async (tx) => {
      const [row] = await tx
        .insert(incomingMails)
        .values({
          hash,
          identity,
          messageId: plainId(fields.get('message-id')),
          key,
          size,
          isWhole,
          tokenHashes: [...new Set(tokenHashes)].slice(0, tokensMax),
        })
        .onConflictDoNothing()
        .returning({ id: incomingMails.id });
      if (!row) return { isNew: false };
      for (let start = 0; start < raw.length; start += chunkBytes) {
        const encoded = raw.subarray(start, start + chunkBytes).toString('base64');
        await tx
          .insert(fileChunks)
          .values({ key, start, bytes: sql`decode(${encoded}, 'base64')` });
      }
      return { isNew: true };
    });
  };
}
