import type { IncomingMessage, ServerResponse } from 'node:http';

import { errorStatus } from '~/contract/common/errors';
import type { Traffic } from '~/server/features/traffic/traffic.service';
import { asksForStream, cacheKey } from '~/server/platform/cache/cache-key';
import {
  type CachedResponse,
  chooseCoding,
  isFresh,
  type ResponseCache,
} from '~/server/platform/cache/response-cache';
import { errorBody } from '~/server/platform/errors';
import { backInAMoment } from '~/server/platform/unavailable-page';
import { networkOfRequest } from './caller';
import { mayHoldSession } from './cookies';
import { isTrpc, trpcErrorBody } from './error-responses';
import type { OneAtATime } from './one-at-a-time';
import { createPace, largeBytes } from './pace';
import { isPageView } from './page-views';

/** Responses that are the same for every visitor. */
export interface CachedResponses {
  /** The build's files, by path. */
  files: ReadonlyMap<string, CachedResponse>;
  cache: ResponseCache;
  /** Counts a page that is sent without the app. */
  traffic: Pick<Traffic, 'count'>;
}

/**
 * Answers with a file of the build or a fresh cached response, before a `Request` is made: the fast
 * path of most visits. A request that it does not take is answered the same by the app.
 */
export function createSendCached(oneAtATime: OneAtATime) {
  const pace = createPace();

  /**
   * Sends a small answer at once. A large one, or one behind another of its connection, waits for its turn, so that a caller who asks for
   * many and reads none does not delay the answers of others.
   */
  function inTurn(
    found: CachedResponse,
    request: IncomingMessage,
    response: ServerResponse,
    begin: () => void,
  ): void {
    // A response has no socket while one before it has not left.
    if (response.socket && !isLarge(found, request)) {
      begin();
      return;
    }
    oneAtATime(request, response, () =>
      pace(() => {
        if (!response.destroyed) begin();
      }),
    );
  }

  /**
   * @param trustedProxies number of proxies whose `X-Forwarded-For` is believed
   * @returns whether it answers
   */
  return (
    cached: CachedResponses,
    request: IncomingMessage,
    response: ServerResponse,
    trustedProxies: number,
  ): boolean => {
    const { method, url } = request;
    if (!url || (method !== 'GET' && method !== 'HEAD')) return false;
    const file = cached.files.get(pathOf(url));
    const found = file ?? freshFor(request, url, cached.cache);
    if (!found) return false;
    if (file) cached.cache.filesSent += 1;
    inTurn(found, request, response, () => {
      send(found, request, response);
      if (!file) countView(cached, url, request, response, trustedProxies);
    });
    return true;
  };
}

function countView(
  { traffic }: CachedResponses,
  url: string,
  request: IncomingMessage,
  { statusCode }: ServerResponse,
  trustedProxies: number,
): void {
  const { method, headers } = request;
  if (url.startsWith('/api/') || !isPageView(method, statusCode, (name) => headers[name])) return;
  traffic.count({
    target: url,
    referrer: headers.referer,
    userAgent: headers['user-agent'],
    networkOf: () => networkOfRequest(request, trustedProxies),
  });
}

/** What is sent to requests that are turned away. */
export interface Busy {
  page: CachedResponse;
  api: CachedResponse;
  trpc: CachedResponse;
}

const busyText = 'We are very busy right now. Please try again in a few seconds.';

/** @param headers those of every response */
export function createBusy(headers: Record<string, string>): Busy {
  const prepare = (type: string, body: string): CachedResponse => ({
    status: errorStatus.SERVICE_UNAVAILABLE,
    headers: { ...headers, 'Content-Type': type, 'Cache-Control': 'no-store', 'Retry-After': '3' },
    etag: undefined,
    identity: Buffer.from(body),
    br: undefined,
    gzip: undefined,
  });
  return {
    page: prepare('text/html; charset=utf-8', backInAMoment(busyText)),
    api: prepare('application/json', JSON.stringify(errorBody('SERVICE_UNAVAILABLE', busyText))),
    trpc: prepare(
      'application/json',
      JSON.stringify(trpcErrorBody('SERVICE_UNAVAILABLE', busyText)),
    ),
  };
}

/**
 * Turns a request away while the server is too busy for it: with the last known state of a public page where there is one, else with
 * 503 and the time to wait.
 */
export function sendBusy(
  cached: CachedResponses & { busy: Busy },
  request: IncomingMessage,
  response: ServerResponse,
  trustedProxies: number,
): void {
  const { cache, busy } = cached;
  const { method, url = '/' } = request;
  const isApi = url.startsWith('/api/');
  const isVisit =
    !isApi && (method === 'GET' || method === 'HEAD') && !mayHoldSession(request.headers.cookie);
  const stale = isVisit ? cache.any(cacheKey(url)) : undefined;
  const refusal = isTrpc(url) ? busy.trpc : isApi ? busy.api : busy.page;
  send(stale ?? refusal, request, response);
  if (stale) countView(cached, url, request, response, trustedProxies);
}

const codingFor = (found: CachedResponse, { headers }: IncomingMessage) =>
  chooseCoding(found, String(headers['accept-encoding'] ?? ''));

/** Whether what is sent is large: compressed, it may be small. */
const isLarge = (found: CachedResponse, request: IncomingMessage): boolean =>
  found.identity.length >= largeBytes &&
  (found[codingFor(found, request)]?.length ?? 0) >= largeBytes;

function send(found: CachedResponse, request: IncomingMessage, response: ServerResponse): void {
  if (isFresh(found, request.headers['if-none-match'])) {
    response.writeHead(304, found.headers).end();
    return;
  }
  const coding = codingFor(found, request);
  response.writeHead(found.status, rawHeaders(found, coding));
  response.end(request.method === 'HEAD' ? undefined : found[coding]);
}

function pathOf(url: string): string {
  const queryAt = url.indexOf('?');
  return queryAt === -1 ? url : url.slice(0, queryAt);
}

function freshFor(
  request: IncomingMessage,
  url: string,
  cache: ResponseCache,
): CachedResponse | undefined {
  if (mayHoldSession(request.headers.cookie)) return undefined;
  if (asksForStream(url, request.headers['trpc-accept'], request.headers.accept)) return undefined;
  return cache.fresh(cacheKey(url));
}

const raw = new WeakMap<CachedResponse, Map<string, string[]>>();

/** Built once an answer and coding: writing headers is most of what sending a cached response costs. */
function rawHeaders(cached: CachedResponse, coding: 'br' | 'gzip' | 'identity'): string[] {
  const byCoding = raw.get(cached) ?? new Map<string, string[]>();
  raw.set(cached, byCoding);
  let headers = byCoding.get(coding);
  if (!headers) {
    headers = Object.entries(cached.headers).flat();
    headers.push('Content-Length', String(cached[coding]?.length ?? 0));
    if (coding !== 'identity') headers.push('Content-Encoding', coding);
    byCoding.set(coding, headers);
  }
  return headers;
}
