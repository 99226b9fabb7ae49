import { existsSync } from 'node:fs';
import { join } from 'node:path';

import pLimit from 'p-limit';

import { createThread, tooLong } from '~/server/platform/thread';
import type { ReadResult } from './read-result';

export type { ReadMail } from './read-result';

/** Of one mail: one of 26 MiB takes half a second. Attachments are not on the heap, and no larger than the mail. */
export const readingLimits = { ms: 5_000, heapMb: 64, rawBytesMax: 32 * 1024 * 1024 };
/** A thread keeps some 20 MB. */
const idleMs = 30_000;

const built = join('dist', 'server', 'mail', 'mail-worker.js');

export type ReadRaw = (
  raw: Uint8Array,
  options?: {
    /** The bytes move to the thread instead of being copied: `raw` is empty from then on. */
    handOver?: boolean;
  },
) => Promise<ReadResult>;

/** Imported with the first mail: the start does not wait for it. */
const readHere: ReadRaw = async (raw) => (await import('./parse-mail')).parseMail(raw);

/**
 * Reads mails in a thread of its own, one at a time: any person can send mail, and some is written to take a server down.
 *
 * @param file the built `mail-worker.ts`; without one, as in development, mails are read in this thread
 * @returns a reader that never throws
 */
export function createMailReader(file: string | undefined): ReadRaw {
  const one = pLimit(1);
  const ask = file
    ? createThread<Uint8Array, ReadResult>(file, {
        name: 'mails',
        ms: readingLimits.ms,
        heapMb: readingLimits.heapMb,
        idleMs,
      })
    : undefined;

  async function read(raw: Uint8Array, isHandedOver: boolean): Promise<ReadResult> {
    if (!ask) return readHere(raw);
    const moved = isHandedOver && isWhole(raw) ? raw : new Uint8Array(raw);
    const answer = await ask(moved, [moved.buffer]);
    if (answer !== tooLong) return answer;
    return { ok: false, reason: 'This mail took too much time or memory to read.' };
  }

  return async (raw, { handOver = false } = {}) => {
    if (raw.length > readingLimits.rawBytesMax)
      return { ok: false, reason: 'This mail is too large to be read.' };
    // The failure is this mail's alone: the next one gets a new thread.
    return one(() => read(raw, handOver)).catch(() => ({
      ok: false,
      reason: 'This mail could not be read.',
    }));
  };
}

/** Small buffers of Node share their memory with others, which would lose it. */
function isWhole(raw: Uint8Array): raw is Uint8Array<ArrayBuffer> {
  return raw.buffer instanceof ArrayBuffer && raw.byteLength === raw.buffer.byteLength;
}

let reader: ReadRaw | undefined;

/** Reads a mail; what cannot be read has a reason for people. It never throws. */
export const readMail: ReadRaw = (...asked) => {
  reader ??= createMailReader(existsSync(built) ? built : undefined);
  return reader(...asked);
};
