import type { IncomingMessage } from 'node:http';

/** Maximum number of bytes in memory for all bodies that are being received. */
export const bodyMemoryMax = 32 * 1024 * 1024;

/** Initial size of a body's buffer, which doubles as the body grows. */
const firstBytes = 512;

interface Arriving {
  caller: string | undefined;
  content: Buffer;
  /** Discards the received bytes, and responds that the server is too busy. */
  drop(): void;
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Receives bodies before their requests are admitted, so that a slow sender uses a connection but no slot. The HTTP
 * adapter reads the bodies from `rawBody`. Above the memory limit, rejects the oldest body of the caller whose bodies
 * have the most bytes.
 */
export function createBodyReceiver(memoryMax = bodyMemoryMax) {
  /** Bodies that are being received, oldest first. */
  const arriving = new Set<Arriving>();
  let held = 0;

  function dropHeaviest(): void {
    const bytesOf = new Map<string | undefined, number>();
    for (const { caller, content } of arriving) {
      bytesOf.set(caller, (bytesOf.get(caller) ?? 0) + content.length);
    }
    const most = Math.max(...bytesOf.values());
    [...arriving].find(({ caller }) => bytesOf.get(caller) === most)?.drop();
  }

  /**
   * Receives a body.
   *
   * @param maxBytes maximum number of bytes to receive; the app rejects a larger body
   * @param next called once the body has arrived
   * @param refuse called instead if there is not enough memory for the body
   */
  return (
    request: IncomingMessage,
    caller: string | undefined,
    maxBytes: number,
    next: () => void,
    refuse: () => void,
  ): void => {
    if (!hasBody(request) || Number(request.headers['content-length'] ?? 0) > maxBytes) {
      next();
      return;
    }
    let bytes = 0;
    const release = () => {
      request.off('data', take).off('end', done).off('close', release);
      if (arriving.delete(body)) held -= body.content.length;
    };
    const body: Arriving = {
      caller,
      content: Buffer.alloc(0),
      drop() {
        release();
        refuse();
      },
    };
    const done = () => {
      release();
      Object.assign(request, { rawBody: body.content.subarray(0, bytes) });
      next();
    };
    const take = (piece: Buffer) => {
      const { content } = body;
      const all = bytes + piece.length;
      if (all > maxBytes) {
        // Calls the app, which rejects the body. Only chunked bodies can exceed the limit here, because they announce
        // no length.
        release();
        request.pause();
        request.unshift(Buffer.concat([content.subarray(0, bytes), piece]));
        next();
        return;
      }
      if (all > content.length) {
        const size = Math.min(maxBytes, Math.max(all, content.length * 2, firstBytes));
        body.content = Buffer.allocUnsafeSlow(size);
        content.copy(body.content, 0, 0, bytes);
        held += size - content.length;
      }
      piece.copy(body.content, bytes);
      bytes = all;
      while (held > memoryMax) dropHeaviest();
    };
    arriving.add(body);
    // If the connection closes or times out first, no response is needed.
    request.on('data', take).on('end', done).on('close', release);
  };
}
