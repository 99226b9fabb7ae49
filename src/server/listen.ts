import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { getRequestListener, type HttpBindings } from '@hono/node-server';

import { bodyLimitBytes } from '~/contract/common/limits';
import type { createApp } from './app';
import { Admission } from './http/admission';
import { type CachedResponses, sendBusy, sendCached } from './http/cached-responses';
import { callerOf } from './http/caller';
import { createBoundedServer } from './http/connections';
import { isFilePath } from './http/file-paths';
import { allowNoHost } from './http/health-checks';
import { importPath } from './http/import-routes';
import { uploadPath } from './http/media-routes';
import { createOneAtATime } from './http/one-at-a-time';
import { createOpenStreams } from './http/open-streams';
import { receiveBody } from './http/request-body';
import type { ResponseCache } from './platform/cache/response-cache';
import type { Log } from './platform/log';

/** What answers requests, once everything has started. */
export type Handler = CachedResponses & {
  app: ReturnType<typeof createApp>;
  cache: ResponseCache;
  log: Log;
};

const starting = () => new Response('Starting', { status: 503, headers: { 'Retry-After': '1' } });

/**
 * Opens the port first, so that a port in use is reported at once; requests before `handler` returns something get
 * 503.
 */
export async function listen(
  handler: () => Handler | undefined,
  options: { port: number; host: string; trustedProxies?: number; admission?: Admission },
): Promise<{ server: Server; port: number }> {
  const { admission = new Admission(), trustedProxies = 0 } = options;
  const throughApp = getRequestListener((request, env) => {
    const current = handler();
    if (!current) return starting();
    const answer = current.app.fetch(request, env as object);
    // Once there is an answer, to send it is the connection's matter.
    const leave = () => admission.leave((env as HttpBindings).outgoing);
    if (answer instanceof Promise) answer.then(leave, leave);
    else leave();
    return answer;
  });
  const turnAway = createTurningAway();
  const oneAtATime = createOneAtATime();
  const keepStream = createOpenStreams();
  const server = createBoundedServer(
    (request, response) => {
      const current = handler();
      if (current && sendCached(current, request, response)) return;
      allowNoHost(request);
      response.once('finish', () => discardRest(request));
      const answer = () => void throughApp(request, response);
      if (!current) {
        answer();
        return;
      }
      const path = request.url?.split('?', 1)[0] ?? '';
      const caller = callerOf(request, trustedProxies);
      const begin = () => {
        if (current.app.streams.has(path)) keepStream(caller, response);
        answer();
      };
      const refuse = () => turnAway(current, request, response);
      const admit = () => admission.admit(request, response, caller, begin, refuse);
      oneAtATime(request, response, () => {
        if (isUpload(path)) admit();
        else receiveBody(request, bodyLimitBytes, admit);
      });
    },
    {
      countsNetworks: !trustedProxies,
      isUpload: ({ url }) => isFilePath(url?.split('?', 1)[0] ?? ''),
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return { server, port: (server.address() as AddressInfo).port };
}

const uploadPaths = new Set([uploadPath, importPath]);

/** Bodies that are larger than others, and read while they come. */
const isUpload = (path: string): boolean => isFilePath(path) || uploadPaths.has(path);

/** The least time between two log lines about requests that were turned away. */
const complaintEveryMs = 10_000;

/** Turns requests away, and logs how many. */
function createTurningAway() {
  let count = 0;
  let complainedAt = Number.NEGATIVE_INFINITY;
  return (
    { app, cache, files, log, traffic }: Handler,
    request: IncomingMessage,
    response: ServerResponse,
  ) => {
    sendBusy({ cache, files, traffic, busy: app.busy }, request, response);
    count += 1;
    if (performance.now() - complainedAt < complaintEveryMs) return;
    log.warn({ count }, 'more requests than can be answered: turned some away');
    complainedAt = performance.now();
    count = 0;
  };
}

/** Reads the rest of an unused body, since the connection's next request waits for it. */
function discardRest(request: IncomingMessage): void {
  if (request.readableEnded) return;
  request.removeAllListeners('data').resume();
}

/** Requests still in flight after this are cut off. */
const drainMs = 7_500;

/** Stops accepting connections, waits for requests in flight, and closes idle connections. */
export async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  const sweep = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
