import type { Readable } from 'node:stream';

import { AppError } from '~/contract/common/errors';

export interface SlowLimits {
  everyMs: number;
  /** Minimum number of bytes per interval. */
  bytes: number;
}

/** Limits for slow uploads. Even the slowest connections that can transfer files at all are faster. */
export const slowLimits: SlowLimits = { everyMs: 20_000, bytes: 64 * 1024 };

/**
 * Ends a body that arrives more slowly than any real connection sends it, which releases its reserved quota.
 *
 * @returns a function that stops the check
 */
export function endSlow(source: Readable, limits: SlowLimits = slowLimits): () => void {
  let arrived = 0;
  source.on('data', (piece: Uint8Array) => {
    arrived += piece.length;
  });
  const timer = setInterval(() => {
    const isSlow = arrived < limits.bytes;
    arrived = 0;
    // Does not count a paused body, which waits until the server has stored the received bytes.
    if (!isSlow || source.isPaused() || source.readableEnded) return;
    clearInterval(timer);
    source.destroy(
      new AppError('BAD_REQUEST', 'The file arrived too slowly. Please try again later.'),
    );
  }, limits.everyMs);
  timer.unref();
  source.once('close', () => clearInterval(timer));
  return () => clearInterval(timer);
}
