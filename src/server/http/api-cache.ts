import type { MiddlewareHandler } from 'hono';

import { asksForStream, cacheKey, targetOf } from '~/server/platform/cache/cache-key';
import {
  type ResponseCache,
  sendResponse,
  sharedCacheControl,
} from '~/server/platform/cache/response-cache';
import { type HonoContext, proceduresOf, type RequestEnv, type RestRouter, routesOf } from './rest';

/**
 * Paths whose response is the same for every visitor: REST reads and tRPC calls of procedures with cache tags. Other
 * responses (which set a cookie or depend on the caller) are never shared between requests.
 */
export function publicReads(appRouter: RestRouter): (path: string) => boolean {
  const isPublic = new Set(
    proceduresOf(appRouter)
      .filter(([, { meta }]) => meta?.cacheTags)
      .map(([name]) => name),
  );
  const patterns = routesOf(appRouter)
    .filter(({ name, method }) => method === 'GET' && isPublic.has(name))
    .map(({ path }) => new RegExp(`^/api${path.replaceAll(/:\w+/g, '[^/]+')}$`));
  const trpc = '/api/trpc/';
  return (path) =>
    path.startsWith(trpc)
      ? path
          .slice(trpc.length)
          .split(',')
          .every((name) => isPublic.has(name))
      : patterns.some((pattern) => pattern.test(path));
}

/** Answers public reads from the response cache; concurrent requests for the same one share one response. */
export function cacheApiReads(
  appRouter: RestRouter,
  options: {
    cache: ResponseCache;
    /** Added to every response. */
    headers: Record<string, string>;
    isAnonymous(c: HonoContext): Promise<boolean>;
  },
): MiddlewareHandler<RequestEnv> {
  const isPublicRead = publicReads(appRouter);
  return async (c, next) => {
    const target = targetOf(c.req.raw);
    const isShared =
      c.req.method === 'GET' &&
      isPublicRead(c.req.path) &&
      // Routing decodes paths: a page could fill the cache under any number of spellings.
      !target.split('?', 1)[0]?.includes('%') &&
      !asksForStream(target, c.req.header('trpc-accept'), c.req.header('accept')) &&
      (await options.isAnonymous(c));
    if (!isShared) return next();
    const response = await options.cache.through(cacheKey(target), async () => {
      await next();
      // By now the response is the 503 that this caller got, not the result that others wait for.
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
          // Without the length: each encoding has its own.
          ...Object.fromEntries([...c.res.headers].filter(([name]) => name !== 'content-length')),
          'cache-control': cacheTags ? sharedCacheControl : 'no-store',
        },
        body: await c.res.text(),
        cacheTags,
      };
    });
    // Given up meanwhile: the 503 stays.
    if (c.get('givenUp')) return;
    // Cleared first: Hono copies the headers of a previous response to the next one.
    c.res = undefined;
    c.res = sendResponse(response, c.req.raw);
  };
}
