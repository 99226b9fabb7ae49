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
  /** Maximum time in milliseconds for a request's headers to arrive. Also applies to a new connection. */
  headersMs: 10_000,
  /** Maximum time in milliseconds for a whole request to arrive, including its body. */
  requestMs: 30_000,
  /** Maximum time in milliseconds for an upload of a file to arrive. */
  uploadMs: 10 * 60_000,
  /** Milliseconds after which an idle connection is closed. */
  idleMs: 5_000,
  /**
   * Milliseconds after which an idle connection of a proxy is closed. This is longer than the idle timeouts of proxies
   * (120 s in Caddy, 60 s in others). If the server closes a connection just as the proxy sends a request on it, the
   * proxy responds with 502, unless the request can be repeated safely. The submission of a form cannot be repeated
   * safely.
   */
  proxyIdleMs: 150_000,
  /** Milliseconds without any data after which a connection is closed, because its client does not read. */
  stalledMs: 40_000,
  /** Maximum number of open connections. */
  max: 4_000,
  /** Maximum number of connections from one IPv4 address or IPv6 /48, because a sender may have thousands of /64s. */
  perNetwork: 500,
  /** Maximum number of pipelined requests on a connection. If a client sends more, the connection is closed. */
  pipelined: 32,
  /** Number of chunks or packets after which their mean size must reach the minimum below. */
  pieces: 512,
  pieceBytes: 32,
};

/** Interval of the checks for slow connections. */
const checkEveryMs = 1_000;

/**
 * Closes the connection of a body that arrives in tiny chunks, because each chunk of one byte becomes an object of some
 * hundred bytes.
 */
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
 * Creates a server that limits the number of connections and closes slow ones. Slow requests get 408, and connections
 * beyond a limit are closed immediately. The listener gets the requests of a connection one at a time.
 *
 * @param countsNetworks false behind a proxy, from which all connections come
 */
export function createBoundedServer(
  listener: RequestListener,
  options: {
    countsNetworks: boolean;
    limits?: typeof connectionLimits;
    countsLoopback?: boolean;
    /** Returns whether a request may take as long as an upload. */
    isUpload?(request: IncomingMessage): boolean;
  },
): Server {
  const { limits = connectionLimits } = options;
  const oneAtATime = createOneAtATime(limits.pipelined);
  const server = createServer(
    {
      IncomingMessage: CountedMessage,
      headersTimeout: limits.headersMs,
      // Sets the time limit for uploads, because Node has only one limit. `timeBody` limits all other requests.
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
    // The caller is a proxy or a program on the same machine.
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

/** Responds with 408 if a body has not arrived in time. */
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

/**
 * Returns a function that starts a pipelined request once the previous response has been sent, or never if the
 * connection closes first.
 */
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
