import { createServer, type RequestListener, type Server } from 'node:http';

import { isLoopback } from '~/server/platform/env';
import { networkOf } from './client-ip';

export interface ConnectionLimits {
  /** A request's headers must arrive within this time, also on a new connection. */
  headersMs: number;
  /** A whole request, body included, must arrive within this time. */
  requestMs: number;
  /** Open connections in all. */
  max: number;
  /** Open connections from one network. */
  perNetwork: number;
}

export const connectionLimits: ConnectionLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  max: 4_000,
  perNetwork: 500,
};

/** How often slow connections are checked for. */
const checkEveryMs = 1_000;

/**
 * A server with bounds on slow and on many connections: those that send too slowly get 408 and are closed, those past
 * a bound are closed at once.
 *
 * @param countsNetworks false behind a proxy, from which all connections come
 */
export function createBoundedServer(
  listener: RequestListener,
  options: { countsNetworks: boolean; limits?: ConnectionLimits; countsLoopback?: boolean },
): Server {
  const { limits = connectionLimits } = options;
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      connectionsCheckingInterval: Math.min(checkEveryMs, limits.headersMs),
    },
    listener,
  );
  server.maxConnections = limits.max;
  if (!options.countsNetworks) return server;

  const open = new Map<string, number>();
  server.on('connection', (socket) => {
    const ip = socket.remoteAddress?.replace(/^::ffff:/i, '') ?? 'unknown';
    // A proxy or a program on the same machine.
    if (isLoopback(ip) && !options.countsLoopback) return;
    const network = networkOf(ip);
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
