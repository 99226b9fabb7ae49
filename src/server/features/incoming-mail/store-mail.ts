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

/** A mail as it came through one of the doors. */
export interface ArrivedMail {
  /** Its bytes; for one that was too large to be fetched, those of its header. They may be changed: the caller has no more use for them. */
  raw: Buffer;
  isWhole: boolean;
  size: number;
  /** To whom the receiving server was asked to deliver it, where the door says so. */
  originalTo?: string | undefined;
}

const headerMax = 256 * 1024;
const tokensMax = 100;

/** Hashes in pieces, between which other requests have their turn. */
async function digest(content: Buffer, read = (piece: Buffer) => piece): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of inPieces(content)) hash.update(read(piece));
  return hash.digest('hex');
}

/** The offset at which the header ends: of the first empty line, 256 KiB at most. */
function headerEnd(raw: Buffer): number {
  const ends = [raw.indexOf('\r\n\r\n'), raw.indexOf('\n\n')].filter((at) => at >= 0);
  return Math.min(headerMax, raw.length, ...ends);
}

/** The values of the fields that tell one mail from another, by their names in lower case. */
function fieldsOf(header: string): Map<string, string> {
  const fields = new Map<string, string>();
  let name = '';
  for (const line of header.split(/\r?\n/)) {
    const isContinued = line.startsWith(' ') || line.startsWith('\t');
    const colon = isContinued ? -1 : line.indexOf(':');
    if (colon > 0) {
      name = line.slice(0, colon).trim().toLowerCase();
      // The first counts, as in all programs that show one.
      if (!fields.has(name)) fields.set(name, line.slice(colon + 1).trim());
      else name = '';
    } else if (isContinued && name) {
      fields.set(name, `${fields.get(name)} ${line.trim()}`);
    }
  }
  return fields;
}

/** Digest of a body through whichever door: systems change its line ends and the empty lines at its end. */
function bodyDigest(body: Buffer): Promise<string> {
  let end = body.length;
  while (end > 0 && isBlank(body[end - 1] ?? 0)) end -= 1;
  const withoutReturns = (piece: Buffer) =>
    Buffer.from(piece.toString('latin1').replaceAll('\r', ''), 'latin1');
  return digest(body.subarray(0, end), withoutReturns);
}

const isBlank = (byte: number) => byte === 32 || (byte >= 9 && byte <= 13);

/**
 * What is the same for one mail through whichever door it comes, with other Received fields each time: its Message-ID, its sender and its
 * words. Some programs give all of their mails one id, and an id that is known can be used first by another.
 */
async function identityOf(fields: Map<string, string>, body: Buffer): Promise<string> {
  const from = (fields.get('from') ?? '').toLowerCase();
  const named = ['message-id', 'subject'].map((name) => fields.get(name) ?? '');
  const rest = named[0] ? named : [...named, fields.get('date') ?? '', fields.get('to') ?? ''];
  return digest(Buffer.from([from, ...rest, await bodyDigest(body)].join('\n')));
}

/** The fields that say to whom a mail was delivered. */
const recipientField = /^(?:to|cc|bcc|delivered-to|x-original-to|(?:x-)?envelope-to|received):/i;

/** Their lines, unfolded: what stands elsewhere, such as in a subject, leads nowhere. */
function recipientLines(header: string): string {
  const lines = header.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  return lines.filter((line) => recipientField.test(line)).join('\n');
}

const plainId = (text: string | undefined): string =>
  (/<([^<>\s\p{Cc}]{1,900})>/u.exec(text ?? '')?.[1] ?? '').slice(0, 900);

/** Stores mail before anything else is done with it: the same mail once, through whichever door and however often it comes. */
export function createMailStore(
  db: Database,
  { addresses }: { addresses: Pick<ReplyAddresses, 'hashesIn' | 'blotOut'> },
) {
  /** @returns once it is committed; `isNew` is false for one that was stored before */
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
