import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

import type { CacheTag } from './cache-tags';
import { type CachedResponse, prepareResponse, type Rendered } from './cached-response';
import { type CacheCounts, TaggedCache } from './tagged-cache';

const brotli = promisify(brotliCompress);
const mebibyte = 1024 * 1024;

/** Maximum size of the cache for pages and REST responses. */
export const responsesRoom = { entries: 2_000, bytes: 64 * mebibyte };
/** Maximum size of the cache for results of procedures. */
export const readsRoom = { entries: 1_000, bytes: 32 * mebibyte };

/** Maximum number of cached queries for one path. */
const queriesMax = 15;

/**
 * Settings that save 10% of the bytes but take 60 times as much processor time. Used only for pages that are sent
 * often.
 */
const smallestBrotli = (size: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
});

/**
 * Caches pages and public REST responses, which are the same for every visitor, and the results of procedures from
 * which they are made.
 */
export class ResponseCache {
  private readonly responses: TaggedCache<CachedResponse>;
  /** Responses that were compressed to the smallest size, or are queued for this. Only one is compressed at a time. */
  private readonly shrunk = new WeakSet<CachedResponse>();
  private shrinking: Promise<unknown> = Promise.resolve();
  /** Number of responses that `any` has returned. */
  staleServed = 0;
  /** Number of static files that were sent. */
  filesSent = 0;
  /** Results of public procedures, and pages of signed-in visitors before their names are inserted. */
  readonly reads = new TaggedCache<object>({
    ...readsRoom,
    sizeOf: (result) => JSON.stringify(result).length,
  });

  constructor(room = responsesRoom) {
    this.responses = new TaggedCache({
      ...room,
      sizeOf: ({ identity, br, gzip }) => identity.length + (br?.length ?? 0) + (gzip?.length ?? 0),
    });
  }

  /** Returns the cached response, unless it is stale. */
  fresh(key: string): CachedResponse | undefined {
    const response = this.responses.fresh(key);
    if (response && !this.shrunk.has(response)) this.shrink(key, response);
    return response;
  }

  /** Returns the last known response even if it is stale, for times when a fresh one cannot be made. */
  any(key: string): CachedResponse | undefined {
    const response = this.responses.any(key);
    if (response) this.staleServed += 1;
    return response;
  }

  /** Returns the number of lookups for each cache. */
  counts(): Record<string, CacheCounts> {
    return { responses: this.responses.counts, reads: this.reads.counts };
  }

  /** Returns the cached response or a new one. Concurrent callers share one rendering. */
  through(key: string, render: () => Promise<Rendered>): Promise<CachedResponse> {
    return this.responses.through(key, async () => {
      const rendered = await render();
      const queryAt = key.indexOf('?');
      if (queryAt !== -1) this.responses.limit(key.slice(0, queryAt + 1), queriesMax - 1);
      return { value: await prepareResponse(rendered), cacheTags: rendered.cacheTags };
    });
  }

  /** Marks entries with `table` in their cache tags as stale, or all entries if it is omitted. */
  invalidate(table?: CacheTag): void {
    this.responses.invalidate(table);
    this.reads.invalidate(table);
  }

  /** Treats every entry as stale while changes cannot be received. */
  suspend(): void {
    this.responses.suspend();
    this.reads.suspend();
  }

  resume(): void {
    this.responses.resume();
    this.reads.resume();
  }

  /** Compresses a response that was requested again to the smallest size, and replaces the entry. */
  private shrink(key: string, response: CachedResponse) {
    this.shrunk.add(response);
    if (!response.br || key.startsWith('/api/')) return;
    this.shrinking = this.shrinking
      .then(async () => {
        if (this.responses.any(key) !== response) return;
        const br = await brotli(response.identity, smallestBrotli(response.identity.length));
        const smaller = { ...response, br };
        this.shrunk.add(smaller);
        this.responses.replace(key, response, smaller);
      })
      // If this fails, the larger version stays cached.
      .catch(() => undefined);
  }
}
