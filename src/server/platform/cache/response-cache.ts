import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { LRUCache } from 'lru-cache';

import type { CacheTag } from './cache-tags';

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

/** A response in every encoding, ready to be sent. */
export interface CachedResponse {
  status: number;
  headers: Record<string, string>;
  etag: string;
  identity: Buffer;
  br: Buffer | undefined;
  gzip: Buffer | undefined;
}

/** For a page that is rendered once and sent often; 11 would delay the first visitor for longer. */
const brotliQuality = 9;

export async function prepareResponse(rendered: Rendered): Promise<CachedResponse> {
  const identity = Buffer.from(rendered.body);
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 27)}"`;
  const worth = identity.length >= compressFrom;
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality };
  return {
    status: rendered.status,
    headers: { ...rendered.headers, ETag: etag, Vary: 'Accept-Encoding' },
    etag,
    identity,
    br: worth ? await brotli(identity, { params }) : undefined,
    gzip: worth ? await gzipped(identity) : undefined,
  };
}

interface Entry {
  response: CachedResponse;
  cacheTags: readonly CacheTag[];
  stale: boolean;
}

const bytesOf = ({ identity, br, gzip }: CachedResponse): number =>
  identity.length + (br?.length ?? 0) + (gzip?.length ?? 0);

function kindOf(key: string): Kind {
  if (!key.startsWith('/api/')) return 'page';
  return key.startsWith('/api/trpc/') ? 'trpc' : 'rest';
}

const pathOf = (key: string): string => key.split('?', 1)[0] ?? key;

/**
 * Rendered pages and public API responses, the same for every visitor, cached until a table in their cache tags
 * changes. Stale ones are kept for when the database is away. Evicts the least recently used first, within
 * bounds on entries, bytes and variants of a path.
 */
export class ResponseCache {
  private readonly variants = new Map<string, Set<string>>();
  private readonly entries: Record<Kind, LRUCache<string, Entry>>;
  private readonly inFlight = new Map<string, Promise<CachedResponse>>();
  private epoch = 0;
  private suspended = false;

  /** @param limits replaces the default bounds */
  constructor(limits: Record<Kind, { entries: number; bytes: number }> = room) {
    const lru = (kind: Kind) =>
      new LRUCache<string, Entry>({
        max: limits[kind].entries,
        maxSize: limits[kind].bytes,
        sizeCalculation: ({ response }) => Math.max(1, bytesOf(response)),
        dispose: (_, key, reason) => reason !== 'set' && this.forgetVariant(key),
      });
    this.entries = { page: lru('page'), rest: lru('rest'), trpc: lru('trpc') };
  }

  /** The cached response, unless it is stale. */
  fresh(key: string): CachedResponse | undefined {
    if (this.suspended) return undefined;
    const entry = this.entries[kindOf(key)].get(key);
    return entry && !entry.stale ? entry.response : undefined;
  }

  /** The cached response, stale or not. */
  any(key: string): CachedResponse | undefined {
    return this.entries[kindOf(key)].peek(key)?.response;
  }

  /** The cached response or a new one; concurrent callers share one rendering. */
  async through(key: string, render: () => Promise<Rendered>): Promise<CachedResponse> {
    const cached = this.fresh(key);
    if (cached) return cached;
    const shared = `${this.epoch}:${key}`;
    const waiting = this.inFlight.get(shared);
    if (waiting) return waiting;
    const rendering = this.render(key, render).finally(() => this.inFlight.delete(shared));
    this.inFlight.set(shared, rendering);
    return rendering;
  }

  /** Marks responses with `table` in their cache tags as stale; all of them without an argument. */
  invalidate(table?: CacheTag): void {
    this.epoch++;
    for (const cache of Object.values(this.entries)) {
      for (const entry of cache.values()) {
        if (!table || entry.cacheTags.includes(table)) entry.stale = true;
      }
    }
  }

  /** While change events cannot be received, nothing cached is fresh. */
  suspend(): void {
    this.suspended = true;
  }

  resume(): void {
    this.invalidate();
    this.suspended = false;
  }

  private async render(key: string, render: () => Promise<Rendered>): Promise<CachedResponse> {
    const startedAt = this.epoch;
    const rendered = await render();
    const response = await prepareResponse(rendered);
    if (rendered.cacheTags && !this.suspended)
      this.store(key, response, rendered.cacheTags, startedAt);
    return response;
  }

  private store(
    key: string,
    response: CachedResponse,
    cacheTags: readonly CacheTag[],
    startedAt: number,
  ) {
    // A change during rendering may or may not be in the result, so it is not cached as fresh.
    const stale = this.epoch !== startedAt;
    const kind = kindOf(key);
    const cache = this.entries[kind];
    if (stale && cache.peek(key)?.stale === false) return;
    if (kind !== 'trpc') this.rememberVariant(key);
    cache.set(key, { response, cacheTags, stale });
    if (!cache.has(key)) this.forgetVariant(key);
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
        this.entries[kindOf(first)].delete(first);
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

export function chooseCoding(
  response: CachedResponse,
  accepts: string,
): 'br' | 'gzip' | 'identity' {
  if (response.br && takes(accepts, 'br')) return 'br';
  return response.gzip && takes(accepts, 'gzip') ? 'gzip' : 'identity';
}

function takes(accepts: string, coding: string): boolean {
  const offer = accepts.split(',').find((one) => one.trim().split(';')[0] === coding);
  return offer !== undefined && !/;\s*q=0(\.0*)?\s*$/.test(offer);
}

/** Whether the client already has this response. */
export function isFresh(response: CachedResponse, ifNoneMatch: string | null | undefined): boolean {
  if (!ifNoneMatch || response.status !== 200) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, '');
  return (
    ifNoneMatch === '*' || ifNoneMatch.split(',').some((tag) => bare(tag) === bare(response.etag))
  );
}
