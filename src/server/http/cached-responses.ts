import type { IncomingMessage, ServerResponse } from 'node:http';

import { errorStatus } from '~/contract/common/errors';
import type { Traffic } from '~/server/features/traffic/traffic.service';
import { cacheKey, markdownTarget } from '~/server/platform/cache/cache-key';
import { answerTo, type CachedResponse } from '~/server/platform/cache/cached-response';
import type { ResponseCache } from '~/server/platform/cache/response-cache';
import { errorBody } from '~/server/platform/errors';
import { backInAMoment } from '~/server/platform/unavailable-page';
import { networkOfRequest } from './admission/admission';
import { mayHoldSession } from './cookies';
import { isTrpc, trpcErrorBody } from './error-responses';
import { isMarkdown, prefersMarkdown } from './markdown';
import { isPageView } from './page-views';

/** Responses that are the same for every visitor. */
export interface CachedResponses {
  /** Files of the build by path. */
  files: ReadonlyMap<string, CachedResponse>;
  cache: ResponseCache;
  /** The site's other host name, with or without `www.`, whose requests the app redirects. */
  twinHost?: string | undefined;
  /** Counter for pages that are sent without the app. */
  traffic: Pick<Traffic, 'count'>;
}

/**
 * Sends a file of the build, or a fresh cached response, before a `Request` is created. This is the fast path of most
 * visits. The app answers all other requests.
 *
 * @param trustedProxies number of proxies whose `X-Forwarded-For` is trusted
 * @returns true if a response was sent
 */
export function sendCached(
  { files, cache, traffic, twinHost }: CachedResponses,
  request: IncomingMessage,
  response: ServerResponse,
  trustedProxies: number,
): boolean {
  const { url, method, headers } = request;
  if (!url || (method !== 'GET' && method !== 'HEAD')) return false;
  if (twinHost !== undefined && headers.host?.toLowerCase() === twinHost) return false;
  const file = files.get(pathOf(url));
  if (file) {
    cache.filesSent += 1;
    send(file, request, response);
    return true;
  }
  const found = mayHoldSession(headers.cookie)
    ? undefined
    : cache.fresh(keyOf(url, headers.accept));
  if (!found) return false;
  send(found, request, response);
  countPageView(traffic, request, found, response, trustedProxies);
  return true;
}

/** Responses to requests that are rejected because of overload. */
export interface Busy {
  page: CachedResponse;
  api: CachedResponse;
  trpc: CachedResponse;
}

const busyText = 'We are very busy right now. Please try again in a few seconds.';

/** Creates the responses for an overloaded server. @param headers added to every response */
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
 * Rejects a request while the server is too busy: with the last known version of a public page if there is one, or else
 * with 503 and Retry-After.
 */
export function sendBusy(
  { cache, busy, traffic }: CachedResponses & { busy: Busy },
  request: IncomingMessage,
  response: ServerResponse,
  trustedProxies: number,
): void {
  const { method, url = '/', headers } = request;
  const isApi = url.startsWith('/api/');
  const isVisit =
    !isApi && (method === 'GET' || method === 'HEAD') && !mayHoldSession(headers.cookie);
  const stale = isVisit ? cache.any(keyOf(url, headers.accept)) : undefined;
  const refusal = isTrpc(url) ? busy.trpc : isApi ? busy.api : busy.page;
  send(stale ?? refusal, request, response);
  if (stale) countPageView(traffic, request, stale, response, trustedProxies);
}

function send(found: CachedResponse, request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body } = answerTo(found, {
    method: request.method,
    ifNoneMatch: request.headers['if-none-match'],
    acceptEncoding: String(request.headers['accept-encoding'] ?? ''),
  });
  response.writeHead(status, headers).end(body);
}

function countPageView(
  traffic: CachedResponses['traffic'],
  request: IncomingMessage,
  sent: CachedResponse,
  { statusCode }: ServerResponse,
  trustedProxies: number,
): void {
  const { method, headers, url = '/' } = request;
  const isView =
    !url.startsWith('/api/') &&
    !isMarkdown(sent.headers['Content-Type']) &&
    isPageView(method, statusCode, (name) => headers[name]);
  if (!isView) return;
  traffic.count({
    target: url,
    referrer: headers.referer,
    userAgent: headers['user-agent'],
    networkOf: () => networkOfRequest(request, trustedProxies),
  });
}

function keyOf(url: string, accept: string | undefined): string {
  const key = cacheKey(url);
  return !url.startsWith('/api/') && prefersMarkdown(accept) ? markdownTarget(key) : key;
}

function pathOf(url: string): string {
  const queryAt = url.indexOf('?');
  return queryAt === -1 ? url : url.slice(0, queryAt);
}
