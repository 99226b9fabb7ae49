import type { Readable } from 'node:stream';

import { AppError } from '~/contract/common/errors';

export interface SlowLimits {
  everyMs: number;
  /** Of each such time. */
  bytes: number;
}

/** Less than the slowest lines on which a file would arrive at all. */
export const slowLimits: SlowLimits = { everyMs: 20_000, bytes: 64 * 1024 };

/**
 * Ends a body that arrives more slowly than a person's line would send it: what it has reserved is free again.
 *
 * @returns stops the watch
 */
export function endSlow(source: Readable, limits: SlowLimits = slowLimits): () => void {
  let arrived = 0;
  source.on('data', (piece: Uint8Array) => {
    arrived += piece.length;
  });
  const timer = setInterval(() => {
    const isSlow = arrived < limits.bytes;
    arrived = 0;
    // One that is paused waits for this side, which stores it.
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
