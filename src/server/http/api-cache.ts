import type { MiddlewareHandler } from 'hono';

import { asksForStream, cacheKey, targetOf } from '~/server/platform/cache/cache-key';
import {
  type ResponseCache,
  sendResponse,
  sharedCacheControl,
} from '~/server/platform/cache/response-cache';
import { type HonoContext, proceduresOf, type RequestEnv, type RestRouter, routesOf } from './rest';

/**
 * Paths whose answer is the same for every visitor: REST reads and tRPC calls of procedures that say which tables they show. All others
 * (a sign-in that sets a cookie, what depends on the caller) are never shared between requests.
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

/** Answers public reads from the page cache; requests for the same one at the same time share one answer. */
export function cacheApiReads(
  appRouter: RestRouter,
  options: {
    cache: ResponseCache;
    /** Of every answer. */
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
      // Routing decodes: there are any number of spellings of one path, and room for one.
      !target.split('?', 1)[0]?.includes('%') &&
      !asksForStream(target, c.req.header('trpc-accept'), c.req.header('accept')) &&
      (await options.isAnonymous(c));
    if (!isShared) return next();
    const answer = await options.cache.through(cacheKey(target), async () => {
      await next();
      // By then the answer here is the apology that this caller got, not what others wait for.
      const givenUp = c.get('givenUp');
      if (givenUp) throw givenUp;
      const { status } = c.res;
      const user = (await c.get('context'))?.user;
      if (user) throw new Error('an answer for one user was about to be shared');
      const cacheTags = status === 200 ? c.get('cacheTags').all : undefined;
      return {
        status,
        headers: {
          ...options.headers,
          ...Object.fromEntries(c.res.headers),
          'cache-control': cacheTags ? sharedCacheControl : 'no-store',
        },
        body: await c.res.text(),
        cacheTags,
      };
    });
    // Given up while it was made ready: the apology has been set, and stays.
    if (c.get('givenUp')) return;
    // Emptied first: an answer that follows another takes over its headers.
    c.res = undefined;
    c.res = sendResponse(answer, c.req.raw);
  };
}
