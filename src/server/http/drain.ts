import type { Server, ServerResponse } from 'node:http';
import { Server as BareServer } from 'node:net';

/** Milliseconds after which requests that are still in flight are aborted. */
const drainMs = 7_500;

/**
 * Milliseconds during which a proxy may still use its open connections, until its health checks have failed (two
 * checks, a second apart, in `deploy/haproxy.cfg`). If a connection closes while the proxy sends a write request on it,
 * the request is lost. The proxy cannot know whether the request was processed, and does not repeat it.
 */
const proxyGraceMs = 2_500;

interface Drained {
  isBehindProxy: boolean;
  /** Responses that are not sent completely yet. */
  responses: Set<ServerResponse>;
}

const servers = new WeakMap<Server, Drained>();

/**
 * Prepares a server for `drain`.
 *
 * @returns a function that must be called with each response that is not sent immediately
 */
export function prepareDrain(
  server: Server,
  { isBehindProxy }: { isBehindProxy: boolean },
): (response: ServerResponse) => void {
  const responses = new Set<ServerResponse>();
  servers.set(server, { isBehindProxy, responses });
  return (response) => {
    responses.add(response);
    response.once('close', () => responses.delete(response));
  };
}

const endConnection = (response: ServerResponse) => {
  // Makes Node send `Connection: close`, so that the proxy does not keep the connection open.
  response.shouldKeepAlive = false;
};

/**
 * Stops accepting connections, waits for requests in flight, and closes idle connections: those of visitors
 * immediately, those of a proxy after `proxyGraceMs`.
 */
export async function drain(server: Server): Promise<void> {
  const { isBehindProxy, responses } = servers.get(server) ?? {
    isBehindProxy: false,
    responses: new Set(),
  };
  server.prependListener('request', (_request, response) => endConnection(response));
  for (const response of responses) endConnection(response);
  // Uses the base class, because the HTTP server's own method would close idle connections immediately.
  const bare: BareServer = server;
  const close = isBehindProxy ? BareServer.prototype.close : bare.close;
  const closed = new Promise<void>((resolve) => close.call(bare, () => resolve()));
  let sweep: NodeJS.Timeout | undefined;
  const beginSweep = setTimeout(
    () => {
      sweep = setInterval(() => server.closeIdleConnections(), 50);
    },
    isBehindProxy ? proxyGraceMs : 0,
  );
  const cut = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(beginSweep);
  clearInterval(sweep);
  clearTimeout(cut);
}
