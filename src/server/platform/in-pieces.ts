import { setImmediate } from 'node:timers/promises';

const pieceBytes = 1024 * 1024;

/**
 * Yields long content in pieces, so that the event loop can run between them.
 *
 * @param overlap number of bytes of the next piece that each piece also contains, to find matches across the border
 */
export async function* inPieces(content: Buffer, overlap = 0): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += pieceBytes) {
    if (at > 0) await setImmediate();
    yield content.subarray(at, at + pieceBytes + overlap);
  }
}
