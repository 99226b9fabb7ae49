import type { IncomingMessage } from 'node:http';

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Calls `next` once the body has arrived, which the HTTP adapter then finds in `rawBody`: a sender that takes its time holds a
 * connection, and none of the places of those that are answered. A body over the bound goes on at once, to be refused by its size.
 *
 * @param maxBytes as long as a body is read
 */
export function receiveBody(request: IncomingMessage, maxBytes: number, next: () => void): void {
  const length = Number(request.headers['content-length'] ?? 0);
  if (!hasBody(request) || length > maxBytes) {
    next();
    return;
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  const done = () => {
    request.off('data', take).off('end', done);
    Object.assign(request, { rawBody: Buffer.concat(chunks) });
    next();
  };
  const take = (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes <= maxBytes) return;
    // A chunked body names no length. The path has its own bound, at which it refuses the rest.
    request.off('data', take).off('end', done).pause();
    request.unshift(Buffer.concat(chunks));
    next();
  };
  // Without an end, the connection was closed or timed out: there is nothing to answer.
  request.on('data', take).on('end', done);
}
