import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import {
  type AddressInfo,
  type Server as BareServer,
  connect as connectTo,
  createServer as createBareServer,
} from 'node:net';

import { getRequestListener, type HttpBindings } from '@hono/node-server';

import { bodyLimitBytes } from '~/contract/common/limits';
import type { createApp } from './app';
import { Admission, callerOf } from './http/admission/admission';
import { createBodyReceiver } from './http/admission/bodies';
import { createBoundedServer } from './http/admission/connections';
import { bankPreviewPath, bankStatementsPath } from './http/bank-routes';
import { type CachedResponses, sendBusy, sendCached } from './http/cached-responses';
import { prepareDrain } from './http/drain';
import { isFilePath } from './http/file-paths';
import { allowNoHost } from './http/health-checks';
import { importPath } from './http/import-routes';
import { mailWebhookPath } from './http/mail-webhook';
import { uploadPath } from './http/media-routes';
import { eventBytesMax, webhookPath } from './http/stripe-webhook';
import type { ResponseCache } from './platform/cache/response-cache';
import type { Log } from './platform/log';

/** Handlers of requests, available once everything has started. */
export type Handler = CachedResponses & {
  app: ReturnType<typeof createApp>;
  cache: ResponseCache;
  log: Log;
};

const starting = () => new Response('Starting', { status: 503, headers: { 'Retry-After': '1' } });

interface ListenOptions {
  port: number;
  host: string;
  trustedProxies?: number;
  admission?: Admission;
}

/** Opens the port. Requests get 503 until `handler` returns handlers. */
export async function listen(
  handler: () => Handler | undefined,
  options: ListenOptions,
): Promise<{ server: Server; port: number }> {
  const { server, open } = createListener(handler, options);
  return { server, port: await open() };
}

/** Creates the HTTP server; its port is opened later. */
export function createListener(
  handler: () => Handler | undefined,
  options: ListenOptions,
): { server: Server; open(): Promise<number> } {
  const { admission = new Admission(), trustedProxies = 0 } = options;
  const throughApp = getRequestListener((request, env) => {
    const current = handler();
    if (!current) return starting();
    const { incoming, outgoing } = env as HttpBindings;
    const leave = () => admission.leave(outgoing);
    const answer = current.app.fetch(request, { incoming, outgoing, leave });
    // Releases the slot, because a response that is being sent needs none.
    if (answer instanceof Promise) answer.then(leave, leave);
    else leave();
    return answer;
  });
  const turnAway = createTurningAway(trustedProxies);
  const receiveBody = createBodyReceiver();
  const server = createBoundedServer(
    (request, response) => {
      const current = handler();
      if (current && sendCached(current, request, response, trustedProxies)) return;
      track(response);
      allowNoHost(request);
      response.once('finish', () => discardRest(request));
      const answer = () => void throughApp(request, response);
      if (!current) {
        answer();
        return;
      }
      const path = pathOf(request);
      const caller = callerOf(request, trustedProxies);
      const refuse = () => turnAway(current, request, response);
      const admit = () => admission.admit(request, response, caller, answer, refuse);
      if (isUpload(path)) admit();
      else receiveBody(request, caller, bodyBytesMax(path), admit, refuse);
    },
    {
      countsNetworks: !trustedProxies,
      isUpload: (request) => isFilePath(pathOf(request)),
    },
  );
  const track = prepareDrain(server, { isBehindProxy: trustedProxies > 0 });
  return { server, open: () => openPort(server, options) };
}

async function openPort(
  server: Server | BareServer,
  { port, host }: { port: number; host: string },
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return (server.address() as AddressInfo).port;
}

const answerMs = 1_000;

/**
 * Checks whether a port can be opened later. Does not open it, because a proxy would consider an open port ready.
 *
 * @throws the error of opening the port, if the address does not belong to this machine or another program uses the
 * port
 */
export async function checkAddress({ port, host }: { port: number; host: string }): Promise<void> {
  const other = createBareServer();
  await openPort(other, { port: 0, host });
  other.close();
  const isTaken = await new Promise<boolean>((resolve) => {
    // A wildcard address is reached through the loopback interface.
    const reached = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
    const socket = connectTo({ port, host: reached, timeout: answerMs });
    const found = (answers: boolean) => () => {
      socket.destroy();
      resolve(answers);
    };
    socket.once('connect', found(true)).once('error', found(false)).once('timeout', found(false));
  });
  if (isTaken) throw Object.assign(new Error('the port is taken'), { code: 'EADDRINUSE' });
}

const pathOf = ({ url = '' }: Pick<IncomingMessage, 'url'>): string => url.split('?', 1)[0] ?? '';

const uploadPaths = new Set([
  uploadPath,
  importPath,
  bankStatementsPath,
  bankPreviewPath,
  mailWebhookPath,
]);

/** Returns whether a request may have a larger body, which is streamed. */
const isUpload = (path: string): boolean => isFilePath(path) || uploadPaths.has(path);

/** Maximum size of a body that is received before its request starts. */
const bodyBytesMax = (path: string): number =>
  path === webhookPath ? eventBytesMax : bodyLimitBytes;

/** Minimum time in milliseconds between two log lines about rejected requests. */
const complaintEveryMs = 10_000;

/** Returns a function that rejects requests and logs how many were rejected. */
function createTurningAway(trustedProxies: number) {
  let count = 0;
  let complainedAt = Number.NEGATIVE_INFINITY;
  return (
    { app, cache, files, log, traffic }: Handler,
    request: IncomingMessage,
    response: ServerResponse,
  ) => {
    const cached = { cache, files, traffic, busy: app.busy };
    sendBusy(cached, request, response, trustedProxies);
    count += 1;
    if (performance.now() - complainedAt < complaintEveryMs) return;
    log.warn({ count }, 'rejected requests because of overload');
    complainedAt = performance.now();
    count = 0;
  };
}

/** Reads the rest of an unused body, because the next request on the connection follows it. */
function discardRest(request: IncomingMessage): void {
  if (request.readableEnded) return;
  request.removeAllListeners('data').resume();
}
