import { setImmediate } from 'node:timers/promises';

const pieceBytes = 1024 * 1024;

/**
 * Yields parts of long content and lets the event loop run between them.
 *
 * @param overlap bytes of the next piece that a piece ends with, for matches across their border
 */
export async function* inPieces(content: Buffer, overlap = 0): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += pieceBytes) {
    if (at > 0) await setImmediate();
    yield content.subarray(at, at + pieceBytes + overlap);
  }
}
