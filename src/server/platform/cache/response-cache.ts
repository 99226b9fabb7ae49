import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import type { CacheTag } from './cache-tags';
import { type CacheCounts, TaggedCache } from './tagged-cache';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Browsers may store it but revalidate each time, since the content may change at any moment. */
export const sharedCacheControl = 'public, max-age=0, must-revalidate';

/** Below this, compression costs more bytes and time than it saves. */
const compressFrom = 512;
const mebibyte = 1024 * 1024;

/** Each kind has its own bounds, so that requests of one kind never evict the others. */
export const room = {
  page: { entries: 2_000, bytes: 64 * mebibyte },
  rest: { entries: 500, bytes: 8 * mebibyte },
  trpc: { entries: 500, bytes: 16 * mebibyte },
};

/** Bounds of the results of public reads, before they become responses. */
export const readsRoom = { entries: 500, bytes: 16 * mebibyte };

/** Bounds of the pages that are rendered once for all clients, or for all admins. */
const sharedPagesRoom = { entries: 500, bytes: 16 * mebibyte };

type Kind = keyof typeof room;

/** Variants by query that are cached for one path of a page or REST call. */
const variantsMax = 16;

export interface Rendered {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** The tables it was made of; undefined where it must not be cached. */
  cacheTags: readonly CacheTag[] | undefined;
}

/** A page with slots for its viewer; personal if it cannot be shared, and has to be rendered for each. */
export interface SharedPage extends Rendered {
  isPersonal: boolean;
}

/** A response in every encoding, ready to be sent. */
export interface CachedResponse {
  status: number;
  headers: Record<string, string>;
  /** Undefined for a response that is sent once. */
  etag: string | undefined;
  identity: Buffer;
  br: Buffer | undefined;
  gzip: Buffer | undefined;
}

type Coding = 'br' | 'gzip' | 'identity';

/** What brotli's smallest window that holds a page covers. */
const smallWindow = { bits: 16, bytes: 2 ** 16 - 16 };

/** Half a percent of the bytes for a quarter more of the time; with the default window, for 15 times the time. */
const sharedBrotli = (size: number) => ({
  params:
    size <= smallWindow.bytes
      ? {
          [constants.BROTLI_PARAM_QUALITY]: 9,
          [constants.BROTLI_PARAM_LGWIN]: smallWindow.bits,
        }
      : { [constants.BROTLI_PARAM_QUALITY]: 5 },
});

/** Saves a tenth of the bytes for 60 times the processor time: for what is sent again and again. */
const smallestBrotli = (size: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: size,
  },
});

/** A response for one visitor, sent once: its window need not be larger than a page. */
const privateBrotli = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: smallWindow.bits },
};
const privateGzip = { level: 3 };

/** Makes a response ready to be sent to many, in every encoding. */
export async function prepareResponse(rendered: Rendered): Promise<CachedResponse> {
  const identity = Buffer.from(rendered.body);
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`;
  const worth = identity.length >= compressFrom;
  const [br, gzip] = worth
    ? await Promise.all([brotli(identity, sharedBrotli(identity.length)), gzipped(identity)])
    : [];
  return {
    status: rendered.status,
    headers: { ...rendered.headers, ETag: etag, Vary: 'Accept-Encoding' },
    etag,
    identity,
    br,
    gzip,
  };
}

/** Makes a response ready to be sent to one visitor, who stores nothing: in the one encoding that is sent, without a validator. */
export async function preparePrivateResponse(
  { status, headers, body }: Rendered,
  request: Request,
): Promise<CachedResponse> {
  const identity = Buffer.from(body);
  const accepts = request.headers.get('accept-encoding') ?? '';
  const worth = identity.length >= compressFrom;
  const isBrotli = worth && takes(accepts, 'br');
  return {
    status,
    headers: { ...headers, Vary: 'Accept-Encoding' },
    etag: undefined,
    identity,
    br: isBrotli ? await brotli(identity, privateBrotli) : undefined,
    gzip:
      worth && !isBrotli && takes(accepts, 'gzip')
        ? await gzipped(identity, privateGzip)
        : undefined,
  };
}

const bytesOf = ({ identity, br, gzip }: CachedResponse): number =>
  identity.length + (br?.length ?? 0) + (gzip?.length ?? 0);

function kindOf(key: string): Kind {
  if (!key.startsWith('/api/')) return 'page';
  return key.startsWith('/api/trpc/') ? 'trpc' : 'rest';
}

const pathOf = (key: string): string => key.split('?', 1)[0] ?? key;

/** Rendered pages and public API responses, the same for every visitor. The variants of a path are limited, too. */
export class ResponseCache {
  private readonly variants = new Map<string, Set<string>>();
  private readonly caches: Record<Kind, TaggedCache<CachedResponse>>;
  /** Pages that were or will be compressed to the smallest size, and the end of that work: one after the other. */
  private readonly shrunk = new WeakSet<CachedResponse>();
  private shrinking: Promise<unknown> = Promise.resolve();
  /** Responses that `any` found. */
  staleServed = 0;
  /** Files of the build that were sent. */
  filesSent = 0;
  /** Results of public procedures, which pages of signed-in visitors are rendered from, too. */
  readonly reads = new TaggedCache<object>({
    ...readsRoom,
    sizeOf: (result) => JSON.stringify(result).length,
  });
  /** Pages for all clients, or for all admins, without what is of one of them. */
  readonly sharedPages = new TaggedCache<SharedPage>({
    ...sharedPagesRoom,
    sizeOf: (page) => 2 * page.body.length,
  });

  /** @param limits replaces the default bounds */
  constructor(limits: Record<Kind, { entries: number; bytes: number }> = room) {
    const cacheOf = (kind: Kind) =>
      new TaggedCache<CachedResponse>({
        ...limits[kind],
        sizeOf: bytesOf,
        // Each tRPC path is a batch of procedures with inputs in its query: its variants are the calls themselves.
        onStore: (key) => kind !== 'trpc' && this.rememberVariant(key),
        onEvict: (key) => this.forgetVariant(key),
      });
    this.caches = { page: cacheOf('page'), rest: cacheOf('rest'), trpc: cacheOf('trpc') };
  }

  /** The cached response, unless it is stale. */
  fresh(key: string): CachedResponse | undefined {
    const kind = kindOf(key);
    const response = this.caches[kind].fresh(key);
    if (response && kind === 'page' && !this.shrunk.has(response)) this.shrink(key, response);
    return response;
  }

  /** The last known response, stale or not, to be sent where no fresh one can be had. */
  any(key: string): CachedResponse | undefined {
    const response = this.caches[kindOf(key)].any(key);
    if (response) this.staleServed += 1;
    return response;
  }

  /** Look-ups by cache. */
  counts(): Record<string, CacheCounts> {
    const { page, rest, trpc } = this.caches;
    return {
      page: page.counts,
      rest: rest.counts,
      trpc: trpc.counts,
      reads: this.reads.counts,
      'shared page': this.sharedPages.counts,
    };
  }

  /** The cached response or a new one; concurrent callers share one rendering. */
  through(key: string, render: () => Promise<Rendered>): Promise<CachedResponse> {
    return this.caches[kindOf(key)].through(key, async () => {
      const rendered = await render();
      return { value: await prepareResponse(rendered), cacheTags: rendered.cacheTags };
    });
  }

  /** Marks responses with `table` in their cache tags as stale; all of them without an argument. */
  invalidate(table?: CacheTag): void {
    for (const cache of this.all()) cache.invalidate(table);
  }

  /** While change events cannot be received, nothing cached is fresh. */
  suspend(): void {
    for (const cache of this.all()) cache.suspend();
  }

  resume(): void {
    for (const cache of this.all()) cache.resume();
  }

  /** Compresses a page that is requested again as far as it goes, and replaces it. */
  private shrink(key: string, page: CachedResponse) {
    this.shrunk.add(page);
    if (!page.br) return;
    this.shrinking = this.shrinking
      .then(async () => {
        if (this.caches.page.any(key) !== page) return;
        const br = await brotli(page.identity, smallestBrotli(page.identity.length));
        const smaller = { ...page, br };
        this.shrunk.add(smaller);
        this.caches.page.replace(key, page, smaller);
      })
      // It stays as it is.
      .catch(() => undefined);
  }

  private all() {
    return [this.reads, this.sharedPages, ...Object.values(this.caches)];
  }

  /** Limits the variants of a path; the oldest is evicted first. */
  private rememberVariant(key: string): void {
    const path = pathOf(key);
    const keys = this.variants.get(path) ?? new Set();
    this.variants.set(path, keys);
    if (!keys.has(key) && keys.size >= variantsMax) {
      for (const first of keys) {
        // The path without a query is requested most.
        if (first === path) continue;
        this.caches[kindOf(first)].delete(first);
        break;
      }
    }
    keys.add(key);
  }

  private forgetVariant(key: string): void {
    const path = pathOf(key);
    const keys = this.variants.get(path);
    keys?.delete(key);
    if (keys?.size === 0) this.variants.delete(path);
  }
}

/** Sends a prepared response: 304 where the client has it, else in the best encoding it accepts. */
export function sendResponse(response: CachedResponse, request: Request): Response {
  if (isFresh(response, request.headers.get('if-none-match'))) {
    return new Response(null, { status: 304, headers: response.headers });
  }
  const coding = chooseCoding(response, request.headers.get('accept-encoding') ?? '');
  const body = response[coding] ?? response.identity;
  const headers: Record<string, string> = {
    ...response.headers,
    'Content-Length': String(body.length),
  };
  if (coding !== 'identity') headers['Content-Encoding'] = coding;
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(body), {
    status: response.status,
    headers,
  });
}

export function chooseCoding(response: CachedResponse, accepts: string): Coding {
  if (response.br && takes(accepts, 'br')) return 'br';
  return response.gzip && takes(accepts, 'gzip') ? 'gzip' : 'identity';
}

function takes(accepts: string, coding: string): boolean {
  const offer = accepts.split(',').find((one) => one.trim().split(';')[0] === coding);
  return offer !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(offer);
}

/** Whether the client already has this response. */
export function isFresh(response: CachedResponse, ifNoneMatch: string | null | undefined): boolean {
  const { etag } = response;
  if (!ifNoneMatch || !etag || response.status !== 200) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return ifNoneMatch === '*' || ifNoneMatch.split(',').some((tag) => bare(tag) === bare(etag));
}
