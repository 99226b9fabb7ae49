import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';

import { isLoopback } from '~/server/platform/loopback';
import { networkOf } from './client-ip';
import { CountedMessage, closeFragmented } from './fragments';

export interface ConnectionLimits {
  /** A request's headers must arrive within this time, also on a new connection. */
  headersMs: number;
  /** A whole request, body included, must arrive within this time. */
  requestMs: number;
  /** The same for a request that uploads a file. */
  uploadMs: number;
  /** A connection without a request is closed after this time. */
  idleMs: number;
  /**
   * The same behind a proxy; longer than proxies keep theirs (Caddy 120 s, others 60 s). A request that a proxy sends as the connection is
   * closed is lost with 502 unless it may be sent twice, which a form may not.
   */
  proxyIdleMs: number;
  /** A connection on which nothing moves for so long is closed: its other end does not take what is sent. */
  stalledMs: number;
  /** Open connections in all. */
  max: number;
  /** Open connections from one IPv4 address or IPv6 /48: of /64s, a sender may have thousands. */
  perNetwork: number;
}

export const connectionLimits: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  uploadMs: 10 * 60_000,
  idleMs: 5_000,
  proxyIdleMs: 150_000,
  stalledMs: 40_000,
  max: 4_000,
  perNetwork: 500,
};

/** How often slow connections are checked for. */
const checkEveryMs = 1_000;

/**
 * A server with bounds on slow and on many connections: those that send too slowly get 408 and are closed, those
 * past a bound or with a body in too many pieces are closed at once.
 *
 * @param countsNetworks false behind a proxy, from which all connections come
 */
export function createBoundedServer(
  listener: RequestListener,
  options: {
    countsNetworks: boolean;
    limits?: ConnectionLimits;
    countsLoopback?: boolean;
    /** Requests that may take as long as an upload does. */
    isUpload?(request: IncomingMessage): boolean;
  },
): Server {
  const { limits = connectionLimits } = options;
  const server = createServer(
    {
      IncomingMessage: CountedMessage,
      headersTimeout: limits.headersMs,
      // Of uploads; all other requests are timed below.
      requestTimeout: Math.max(limits.requestMs, limits.uploadMs),
      keepAliveTimeout: options.countsNetworks ? limits.idleMs : limits.proxyIdleMs,
      connectionsCheckingInterval: Math.min(checkEveryMs, limits.headersMs),
    },
    (request, response) => {
      closeFragmented(request);
      if (!options.isUpload?.(request)) timeBody(request, response, limits.requestMs);
      listener(request, response);
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

/** Answers 408 where a body has not arrived in time. */
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
