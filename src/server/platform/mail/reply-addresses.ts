import { createHash, randomBytes } from 'node:crypto';

import type { RecordRef } from '~/contract/conversations/records';
import type { Database } from '~/server/platform/db/client';
import { conversationIdOf } from '~/server/platform/db/schema/conversations';
import { replyAddresses } from '~/server/platform/db/schema/incoming-mail';
import { inPieces } from '~/server/platform/in-pieces';
import { partsOf } from './inbound-addresses';

/** Letters and digits that do not look alike. All are lower-case, because mail systems change the case of addresses. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
/** Number of characters, which contain 130 bits. */
const tokenLength = 26;
const keyLength = 16;
const nonceBytes = 18;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Bytes that can be part of a token, including upper-case letters. */
const isOfToken = new Uint8Array(256);
for (const sign of alphabet) {
  isOfToken[sign.charCodeAt(0)] = 1;
  isOfToken[sign.toUpperCase().charCodeAt(0)] = 1;
}
const blot = 'x'.charCodeAt(0);
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');

/**
 * Manages addresses for replies. Each address contains a token for one record and one recipient. The token is derived
 * from a random nonce, so that stored data reveals no address.
 *
 * @param options.sign HMAC with a separate key, in base64url
 */
export function createReplyAddresses(options: {
  /** Value of `INBOUND_ADDRESS`. Without it, no email is read, and no address is created. */
  address: string | undefined;
  sign(text: string): string;
}) {
  const { local, domain } = partsOf(options.address ?? '*@mail.invalid');
  const suffix = `@${domain}`;

  const derived = (purpose: string, text: string, length: number): string => {
    const bytes = Buffer.from(options.sign(`${purpose} ${text}`), 'base64url').subarray(0, length);
    return Array.from(bytes, (byte) => alphabet[byte % alphabet.length]).join('');
  };
  const tokenOf = (nonce: string): string => derived('reply', nonce, tokenLength);

  const before = local === undefined ? '' : `${local}+`;
  const pattern = new RegExp(
    `${before === '' ? '(?<![\\w.+-])' : escaped(before)}[${alphabet}]{${tokenLength}}(?=${escaped(suffix)}(?![\\w-]))`,
    'gi',
  );

  /** Returns the offsets of tokens in the bytes of an email. */
  function positionsIn(bytes: Buffer): number[] {
    const found: number[] = [];
    const text = bytes.toString('latin1');
    const lower = text.toLowerCase();
    for (let at = lower.indexOf(suffix); at >= 0; at = lower.indexOf(suffix, at + 1)) {
      const start = at - tokenLength;
      if (start < 0) continue;
      let one = at - 1;
      while (one >= start && isOfToken[bytes[one] ?? 0] === 1) one -= 1;
      if (one >= start) continue;
      const from = Math.max(0, start - before.length - 1);
      pattern.lastIndex = 0;
      if (pattern.test(text.slice(from, at + suffix.length + 1))) found.push(start);
    }
    return found;
  }

  return {
    isOn: options.address !== undefined,

    /** Address for emails without a token, such as a copy of a reply. */
    plain: local === undefined ? `mail${suffix}` : `${local}${suffix}`,

    addressOf: (nonce: string): string =>
      local === undefined ? `${tokenOf(nonce)}${suffix}` : `${local}+${tokenOf(nonce)}${suffix}`,

    /**
     * Returns the part of an email's Message-ID that cannot be guessed. Anyone whose email refers to it must have
     * received our email.
     */
    mailKeyOf: (mailId: number): string => derived('mail', String(mailId), keyLength),

    /** Returns the Message-ID, without angle brackets, of a test email that this server sends to itself. */
    testIdOf: (test: string): string => `test.${test}.${derived('test', test, keyLength)}${suffix}`,

    /** Returns the nonce of the address for a record and a recipient. Creates the address if it is missing. */
    async nonceFor(
      tx: Pick<Database, 'insert'>,
      ref: RecordRef,
      recipient: string,
    ): Promise<string> {
      const email = recipient.toLowerCase();
      const nonce = randomBytes(nonceBytes).toString('base64url');
      const made = { nonce, tokenHash: hashOf(tokenOf(nonce)) };
      const upsert = (set: object) =>
        tx
          .insert(replyAddresses)
          .values({ conversationId: conversationIdOf(ref), email, ...made })
          .onConflictDoUpdate({
            target: [replyAddresses.conversationId, replyAddresses.email],
            set: { email, ...set },
          })
          .returning();
      const [known] = await upsert({});
      if (!known) throw new Error('a reply address was not stored');
      if (known.tokenHash === hashOf(tokenOf(known.nonce))) return known.nonce;
      // The secret has changed since then, so the stored nonce no longer leads to the stored token.
      await upsert(made);
      return nonce;
    },

    /** Returns hashes of the tokens in the bytes of an email's header. */
    hashesIn: (bytes: Buffer): string[] => [
      ...new Set(
        positionsIn(bytes).map((start) =>
          hashOf(bytes.toString('latin1', start, start + tokenLength).toLowerCase()),
        ),
      ),
    ],

    /** Masks tokens in decoded text. */
    redact: (text: string): string =>
      text.replace(pattern, (found) => `${found.slice(0, -tokenLength)}${'x'.repeat(tokenLength)}`),

    /** Overwrites all tokens in the bytes of an email, so that the stored email reveals none. */
    async blotOut(bytes: Buffer): Promise<void> {
      const longest = before.length + tokenLength + suffix.length + 2;
      for await (const piece of inPieces(bytes, longest)) {
        for (const start of positionsIn(piece)) piece.fill(blot, start, start + tokenLength);
      }
    },
  };
}

export type ReplyAddresses = ReturnType<typeof createReplyAddresses>;
