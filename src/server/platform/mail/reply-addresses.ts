import { createHash, randomBytes } from 'node:crypto';

import type { Database } from '~/server/platform/db/client';
import { replyAddresses } from '~/server/platform/db/schema/incoming-mail';
import { partsOf } from './inbound-addresses';

/** What a reply address can belong to, by the kind in `about`, such as 'quote:12'. */
const columns = {
  quote: 'quoteId',
  message: 'contactMessageId',
  proposal: 'proposalId',
  request: 'requestId',
} as const;
type AnsweredKind = keyof typeof columns;
export interface AnsweredRecord {
  kind: AnsweredKind;
  id: number;
}

/** @returns the record; undefined for what is answered by no message */
export function answeredRecordOf(about: string): AnsweredRecord | undefined {
  const [kind = '', id = ''] = about.split(':');
  return kind in columns && /^\d{1,9}$/.test(id)
    ? { kind: kind as AnsweredKind, id: Number(id) }
    : undefined;
}

export const aboutOf = ({ kind, id }: AnsweredRecord): string => `${kind}:${id}`;

/** Letters and digits without look-alikes, all lower case: mail systems change the case of addresses. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789';
/** 130 bits. */
const tokenLength = 26;
const keyLength = 16;
const nonceBytes = 18;

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Whether a byte can be one of a token: also in upper case. */
const isOfToken = new Uint8Array(256);
for (const sign of alphabet) {
  isOfToken[sign.charCodeAt(0)] = 1;
  isOfToken[sign.toUpperCase().charCodeAt(0)] = 1;
}
const blot = 'x'.charCodeAt(0);

/**
 * Addresses that answers go to. Each holds a token for one record and one recipient, which is derived from a random nonce: nothing that is
 * stored opens an address.
 *
 * @param options.sign HMAC with a key of its own, in base64url
 */
export function createReplyAddresses(options: {
  /** `INBOUND_ADDRESS`; without it no mail is read, and no address is given away. */
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

  /** Where each token begins, in a mail's bytes. */
  function* positionsIn(bytes: Buffer): Generator<number> {
    for (let at = bytes.indexOf('@'); at >= 0; at = bytes.indexOf('@', at + 1)) {
      const start = at - tokenLength;
      if (start < 0) continue;
      let isToken = true;
      for (let one = start; one < at && isToken; one += 1) {
        isToken = isOfToken[bytes[one] ?? 0] === 1;
      }
      if (!isToken) continue;
      const after = bytes.toString('latin1', at, at + suffix.length).toLowerCase();
      if (after !== suffix) continue;
      const before = local === undefined ? '' : `${local}+`;
      const found = bytes.toString('latin1', Math.max(0, start - before.length), start);
      if (found.toLowerCase() === before) yield start;
    }
  }

  return {
    isOn: options.address !== undefined,

    /** Where mail without a token is sent to, such as a copy of an answer. */
    plain: local === undefined ? `mail${suffix}` : `${local}${suffix}`,

    addressOf: (nonce: string): string =>
      local === undefined ? `${tokenOf(nonce)}${suffix}` : `${local}+${tokenOf(nonce)}${suffix}`,

    /** A part of a mail's Message-ID that nobody can guess, so that what refers to it has seen it. */
    mailKeyOf: (mailId: number): string => derived('mail', String(mailId), keyLength),

    /** The Message-ID of a mail that this product sends to itself, without angle brackets. */
    testIdOf: (test: string): string => `test.${test}.${derived('test', test, keyLength)}${suffix}`,

    /** @returns the nonce of the address of this record and recipient, made where there is none */
    async nonceFor(
      tx: Pick<Database, 'insert'>,
      { kind, id }: AnsweredRecord,
      recipient: { email: string; isAgency: boolean },
    ): Promise<string> {
      const column = columns[kind];
      const email = recipient.email.toLowerCase();
      const nonce = randomBytes(nonceBytes).toString('base64url');
      const made = { nonce, tokenHash: hashOf(tokenOf(nonce)) };
      const upsert = (set: object) =>
        tx
          .insert(replyAddresses)
          .values({ [column]: id, email, toAgency: recipient.isAgency, ...made })
          .onConflictDoUpdate({
            target: [replyAddresses[column], replyAddresses.email],
            set: { email, ...set },
          })
          .returning();
      const [known] = await upsert({});
      if (!known) throw new Error('a reply address was not stored');
      if (known.tokenHash === hashOf(tokenOf(known.nonce))) return known.nonce;
      // The secret was changed since: its address was never sent under this one.
      await upsert(made);
      return nonce;
    },

    /** Hashes of the tokens in the bytes of a mail's header. */
    hashesIn: (bytes: Buffer): string[] => [
      ...new Set(
        [...positionsIn(bytes)].map((start) =>
          hashOf(bytes.toString('latin1', start, start + tokenLength).toLowerCase()),
        ),
      ),
    ],

    /** Overwrites all tokens, so that what is stored of a mail gives none away. */
    blotOut(bytes: Buffer): void {
      for (const start of positionsIn(bytes)) bytes.fill(blot, start, start + tokenLength);
    },
  };
}

export type ReplyAddresses = ReturnType<typeof createReplyAddresses>;
