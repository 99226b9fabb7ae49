import { existsSync } from 'node:fs';
import { join } from 'node:path';

import pLimit from 'p-limit';

import { createThread } from '~/server/platform/thread';
import type { parseMail } from './parse-mail';
import type { ReadMail, ReadResult } from './read-result';

export type { ReadMail } from './read-result';

/**
 * Limits for one email. An attachment of 25 MB takes half a second and 20 MB of heap; 500,000 lines of text take a
 * second and 100 MB. Attachments are not on the heap, and are never larger than the email.
 */
export const readingLimits = { ms: 5_000, heapMb: 128, rawBytesMax: 32 * 1024 * 1024 };
/** Number of header bytes that are read if an email is unreadable. */
const headBytes = 64 * 1024;
/** Idle time after which the thread ends, because it takes about 20 MB. */
const idleMs = 30_000;

const built = join('dist', 'server', 'mail', 'mail-worker.js');

export type ReadRaw = (
  raw: Uint8Array,
  options?: {
    /** True to transfer the bytes to the thread instead of copying them. `raw` is empty afterwards. */
    handOver?: boolean;
  },
) => Promise<ReadResult>;

type Parsed = Awaited<ReturnType<typeof parseMail>>;

/**
 * Parses an email in the current thread. Imports the parser with the first email, so that startup does not wait for it.
 */
const parseHere = async (raw: Uint8Array): Promise<Parsed> =>
  (await import('./parse-mail')).parseMail(raw);

const failed = (reason: string): Parsed => ({ ok: false, reason });

const nothing: ReadMail = {
  messageId: '',
  references: [],
  from: { name: '', address: '' },
  recipients: [],
  subject: '',
  sentAt: null,
  text: '',
  cut: '',
  unmarked: [],
  fullText: '',
  attachments: [],
  notes: [],
  automatic: null,
  report: [],
  spam: false,
  authentication: 'none',
  authenticator: '',
};

function headOf(raw: Uint8Array): Uint8Array<ArrayBuffer> {
  const head = Buffer.from(raw.buffer, raw.byteOffset, Math.min(raw.length, headBytes));
  return new Uint8Array(
    head.subarray(0, /(?<=[^\r\n]\r?)\n\r?\n/.exec(head.toString('latin1'))?.index),
  );
}

/**
 * Reads emails in a separate thread, one at a time, because anyone can send an email that is designed to crash the
 * server.
 *
 * @param file the built `mail-worker.ts`; without it, as in development, emails are read in the current thread
 * @returns a reader that never throws
 */
export function createMailReader(file: string | undefined): ReadRaw {
  const one = pLimit(1);
  const ask = file
    ? createThread<Uint8Array, Parsed>(file, {
        name: 'mails',
        ms: readingLimits.ms,
        heapMb: readingLimits.heapMb,
        idleMs,
      })
    : undefined;

  async function parse(raw: Uint8Array, isHandedOver: boolean): Promise<Parsed> {
    if (!ask) return parseHere(raw);
    const moved = isHandedOver && isWhole(raw) ? raw : new Uint8Array(raw);
    const answer = await ask(moved, [moved.buffer]);
    return typeof answer === 'symbol'
      ? failed('This email took too much time or memory to read.')
      : answer;
  }

  /** Parses an email. If the thread fails, only this email fails, because the next one gets a new thread. */
  const parseNext = (raw: Uint8Array, isHandedOver = false): Promise<Parsed> =>
    one(() => parse(raw, isHandedOver)).catch(() => failed('This email could not be read.'));

  return async (raw, { handOver = false } = {}) => {
    const head = headOf(raw);
    const result =
      raw.length > readingLimits.rawBytesMax
        ? failed('This email is too large to be read.')
        : await parseNext(raw, handOver);
    if (result.ok) return result;
    const header = await parseNext(head, true);
    return { ...result, mail: { ...nothing, ...(header.ok && header.mail), notes: [] } };
  };
}

/**
 * Returns whether a buffer can be transferred. Small buffers of Node share their memory with others, which would lose
 * it.
 */
function isWhole(raw: Uint8Array): raw is Uint8Array<ArrayBuffer> {
  return raw.buffer instanceof ArrayBuffer && raw.byteLength === raw.buffer.byteLength;
}

let reader: ReadRaw | undefined;

/** Reads an email. If it is unreadable, the result contains a reason for users. Never throws. */
export const readMail: ReadRaw = (...asked) => {
  reader ??= createMailReader(existsSync(built) ? built : undefined);
  return reader(...asked);
};
