import type { Handler, MiddlewareHandler } from 'hono';

import { targetOf } from '~/server/platform/cache/cache-key';
import type { CacheTag } from '~/server/platform/cache/cache-tags';
import { sendResponse, sharedCacheControl } from '~/server/platform/cache/cached-response';
import type { ResponseCache } from '~/server/platform/cache/response-cache';
import { type HonoContext, proceduresOf, type RequestEnv, type RestRouter, routesOf } from './rest';

interface CacheOptions {
  cache: ResponseCache;
  /** Headers that are added to every response. */
  headers: Record<string, string>;
}

/**
 * Returns a function that checks whether the response at a REST path is the same for every visitor. This is the case
 * for queries with cache tags.
 */
export function publicReads(appRouter: RestRouter): (path: string) => boolean {
  const isPublic = new Set(
    proceduresOf(appRouter)
      .filter(([, { meta }]) => meta?.cacheTags)
      .map(([name]) => name),
  );
  const patterns = routesOf(appRouter)
    .filter(({ name, method }) => method === 'GET' && isPublic.has(name))
    .map(({ path }) => new RegExp(`^/api${path.replaceAll(/:\w+/g, '[^/%?]+')}$`));
  return (path) => patterns.some((pattern) => pattern.test(path));
}

/** Answers public REST reads from the response cache. Concurrent requests for the same path share one response. */
export function cacheApiReads(
  appRouter: RestRouter,
  options: CacheOptions & { isAnonymous(c: HonoContext): Promise<boolean> },
): MiddlewareHandler<RequestEnv> {
  const isPublicRead = publicReads(appRouter);
  return async (c, next) => {
    // Uses the path as it was sent, because routing decodes the path, and different encodings of it could fill the
    // cache.
    const path = targetOf(c.req.raw);
    // Does not share responses to paths with a query, because these reads reject all parameters.
    const isShared = c.req.method === 'GET' && isPublicRead(path) && (await options.isAnonymous(c));
    if (!isShared) return next();
    const response = await options.cache.through(path, async () => {
      await next();
      // If this caller was already answered with 503, the result must still not be 503 for the others who wait for it.
      const givenUp = c.get('givenUp');
      if (givenUp) throw givenUp;
      const { status } = c.res;
      const user = (await c.get('context'))?.user;
      if (user) throw new Error('a response for one user was about to be cached');
      const cacheTags = status === 200 ? c.get('cacheTags').all : undefined;
      return {
        status,
        headers: {
          ...options.headers,
          // Omits the length, which depends on the encoding.
          ...Object.fromEntries([...c.res.headers].filter(([name]) => name !== 'content-length')),
          'cache-control': cacheTags ? sharedCacheControl : 'no-store',
        },
        body: await c.res.text(),
        cacheTags,
      };
    });
    // Keeps the 503 of a request that took too long.
    if (c.get('givenUp')) return;
    // Clears the response first, because Hono copies the headers of a previous response to the next one.
    c.res = undefined;
    c.res = sendResponse(response, c.req.raw);
  };
}

interface CachedText {
  /** Value of the Content-Type header. */
  type: string;
  cacheTags: readonly CacheTag[];
  write(): Promise<string> | string;
}

/**
 * Returns a function that creates the handler for a text that is the same for every visitor. The text is cached by
 * `path`.
 */
export function createCachedText({
  cache,
  headers,
}: CacheOptions): (path: string, text: CachedText) => Handler<RequestEnv> {
  return (path, { type, cacheTags, write }) =>
    async (c) => {
      const response = await cache.through(path, async () => ({
        status: 200,
        headers: { ...headers, 'Content-Type': type, 'Cache-Control': sharedCacheControl },
        body: await write(),
        cacheTags,
      }));
      return sendResponse(response, c.req.raw);
    };
}
