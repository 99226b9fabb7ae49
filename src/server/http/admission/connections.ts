import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';

import { networkOf } from '~/server/http/client-ip';
import { isLoopback } from '~/server/platform/loopback';

export const connectionLimits = {
  /** A request's headers must arrive within this time, also on a new connection. */
  headersMs: 10_000,
  /** A whole request, body included, must arrive within this time. */
  requestMs: 30_000,
  /** The same for a request that uploads a file. */
  uploadMs: 10 * 60_000,
  /** A connection without a request is closed after this time. */
  idleMs: 5_000,
  /**
   * The same behind a proxy; longer than proxies keep theirs (Caddy 120 s, others 60 s). A request that a proxy sends as the connection is
   * closed is lost with 502 unless it may be sent twice, which a form may not.
   */
  proxyIdleMs: 150_000,
  /** A connection on which nothing moves for this long is closed: its client does not read. */
  stalledMs: 40_000,
  /** Open connections in all. */
  max: 4_000,
  /** Open connections from one IPv4 address or IPv6 /48: of /64s, a sender may have thousands. */
  perNetwork: 500,
  /** Requests of one connection that wait for the response before them. A connection that sends more is closed. */
  pipelined: 32,
  /** After this many pieces (chunks, packets), a body must have the mean size below. */
  pieces: 512,
  pieceBytes: 32,
};

/** Interval of the checks for slow connections. */
const checkEveryMs = 1_000;

/** Closes the connection of a body in tiny pieces: each chunk of one byte becomes an object of some hundred. */
class CountedMessage extends IncomingMessage {
  private pieces = 0;
  private bytes = 0;

  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    if (this.destroyed) return false;
    this.pieces += 1;
    this.bytes += piece?.length ?? 0;
    const { pieces, pieceBytes } = connectionLimits;
    if (piece && this.pieces > pieces && this.bytes < this.pieces * pieceBytes) {
      this.destroy();
      return false;
    }
    return super.push(piece, encoding);
  }
}

/**
 * A server with limits on slow and on many connections: those that send too slowly get 408 and are closed, those
 * past a limit are closed at once. The requests of a connection reach the listener one at a time.
 *
 * @param countsNetworks false behind a proxy, from which all connections come
 */
export function createBoundedServer(
  listener: RequestListener,
  options: {
    countsNetworks: boolean;
    limits?: typeof connectionLimits;
    countsLoopback?: boolean;
    /** Whether a request may take as long as an upload. */
    isUpload?(request: IncomingMessage): boolean;
  },
): Server {
  const { limits = connectionLimits } = options;
  const oneAtATime = createOneAtATime(limits.pipelined);
  const server = createServer(
    {
      IncomingMessage: CountedMessage,
      headersTimeout: limits.headersMs,
      // For uploads; `timeBody` limits all other requests.
      requestTimeout: Math.max(limits.requestMs, limits.uploadMs),
      keepAliveTimeout: options.countsNetworks ? limits.idleMs : limits.proxyIdleMs,
      connectionsCheckingInterval: Math.min(checkEveryMs, limits.headersMs),
    },
    (request, response) => {
      if (!options.isUpload?.(request)) timeBody(request, response, limits.requestMs);
      oneAtATime(request.socket, response, () => listener(request, response));
    },
  );
  server.maxConnections = limits.max;
  server.timeout = limits.stalledMs;
  if (!options.countsNetworks) return server;

  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const ip = socket.remoteAddress?.replace(/^::ffff:/i, '') ?? 'unknown';
    // A proxy or a program on the same machine.
    if (isLoopback(ip) && !options.countsLoopback) return;
    const network = networkOf(ip, 48);
    const count = (open.get(network) ?? 0) + 1;
    open.set(network, count);
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1;
      if (left > 0) open.set(network, left);
      else open.delete(network);
    });
    if (count > limits.perNetwork) socket.destroy();
  });
  return server;
}

/** Answers 408 if a body has not arrived in time. */
function timeBody(request: IncomingMessage, response: ServerResponse, ms: number): void {
  const { headers } = request;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
  const timer = setTimeout(() => {
    if (request.complete) return;
    if (!response.headersSent) response.writeHead(408, { Connection: 'close' }).end();
    request.socket.destroySoon();
  }, ms);
  const clear = () => clearTimeout(timer);
  request.once('end', clear);
  request.once('close', clear);
}

/** Begins a pipelined request when the response before it has left, and never if the connection closes first. */
function createOneAtATime(max: number) {
  const waitingOf = new WeakMap<Socket, (() => void)[]>();
  return (socket: Socket, response: ServerResponse, begin: () => void): void => {
    const run = () => {
      response.once('close', () => {
        const next = socket.destroyed ? undefined : waitingOf.get(socket)?.shift();
        if (next) next();
        else waitingOf.delete(socket);
      });
      begin();
    };
    const waiting = waitingOf.get(socket);
    if (!waiting) {
      waitingOf.set(socket, []);
      run();
    } else if (waiting.length >= max) socket.destroy();
    else waiting.push(run);
  };
}
