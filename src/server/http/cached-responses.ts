import type { IncomingMessage, ServerResponse } from 'node:http';

import { asksForStream, cacheKey } from '~/server/platform/cache/cache-key';
import {
  type CachedResponse,
  chooseCoding,
  isFresh,
  type ResponseCache,
} from '~/server/platform/cache/response-cache';
import { mayHoldSession } from './cookies';

/** Answers that are the same for everybody. */
export interface Kept {
  /** The build's files, by path. */
  files: ReadonlyMap<string, CachedResponse>;
  cache: ResponseCache;
}

/**
 * Sends files and what is kept before a request is even made into one: most visits end here, and
 * cost little more than the bytes themselves. The same answers go the long way where this does not
 * take them.
 *
 * @returns whether it answered
 */
export function sendCached(
  kept: Kept,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const { method, url } = request;
  if (!url || (method !== 'GET' && method !== 'HEAD')) return false;
  const answer = kept.files.get(pathOf(url)) ?? freshFor(request, url, kept.cache);
  if (!answer) return false;
  if (isFresh(answer, request.headers['if-none-match'])) {
    response.writeHead(304, answer.headers).end();
    return true;
  }
  const coding = chooseCoding(answer, String(request.headers['accept-encoding'] ?? ''));
  response.writeHead(answer.status, rawHeaders(answer, coding));
  response.end(method === 'HEAD' ? undefined : answer[coding]);
  return true;
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

/** Built once an answer and coding: writing headers is most of what sending a kept answer costs. */
function rawHeaders(answer: CachedResponse, coding: 'br' | 'gzip' | 'identity'): string[] {
  const byCoding = raw.get(answer) ?? new Map<string, string[]>();
  raw.set(answer, byCoding);
  let headers = byCoding.get(coding);
  if (!headers) {
    headers = Object.entries(answer.headers).flat();
    headers.push('Content-Length', String(answer[coding]?.length ?? 0));
    if (coding !== 'identity') headers.push('Content-Encoding', coding);
    byCoding.set(coding, headers);
  }
  return headers;
}
