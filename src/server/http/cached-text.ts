import type { Handler } from 'hono';

import type { CacheTag } from '~/server/platform/cache/cache-tags';
import {
  type ResponseCache,
  sendResponse,
  sharedCacheControl,
} from '~/server/platform/cache/response-cache';
import type { RequestEnv } from './rest';

interface CachedText {
  /** Of the header Content-Type. */
  type: string;
  cacheTags: readonly CacheTag[];
  write(): Promise<string> | string;
}

/** Makes handlers of texts that are the same for everybody: written once, then sent from the response cache. */
export function createCachedText({
  cache,
  headers,
}: {
  cache: ResponseCache;
  /** Added to every response. */
  headers: Record<string, string>;
}): (path: string, text: CachedText) => Handler<RequestEnv> {
  return (path, { type, cacheTags, write }) =>
    async (c) => {
      // By the path of the route: one request may spell it in many ways, which would fill the cache.
      const answer = await cache.through(path, async () => ({
        status: 200,
        headers: {
          ...headers,
          'Content-Type': type,
          'Cache-Control': sharedCacheControl,
        },
        body: await write(),
        cacheTags,
      }));
      return sendResponse(answer, c.req.raw);
    };
}
