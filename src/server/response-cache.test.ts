import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import type { AnyRoute } from '@tanstack/react-router';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';

import { appRouter } from '~/testing/callers';
import { routeTree } from '~/web/routeTree.gen';
import { publicReads } from './http/cached-reads';
import { proceduresOf, routesOf } from './http/rest';
import { cacheKey, renderedParams } from './platform/cache/cache-key';
import type { CacheTag } from './platform/cache/cache-tags';
import { prepareResponse, type Rendered, sendResponse } from './platform/cache/cached-response';
import { ResponseCache } from './platform/cache/response-cache';

const long = 'a sentence that repeats itself. '.repeat(100);

function rendered(body: string, cacheTags: CacheTag[] = ['services'], status = 200): Rendered {
  return { status, headers: { 'Content-Type': 'text/plain' }, body, cacheTags };
}

/** Returns a rendering that finishes when the test says so. */
function slow() {
  let finish: (result: Rendered) => void = () => {};
  const result = new Promise<Rendered>((resolve) => {
    finish = resolve;
  });
  return { render: () => result, finish };
}

const text = (answer: { identity: Buffer } | undefined) => answer?.identity.toString();

describe('a cached response', () => {
  it('is rendered once for concurrent callers', async () => {
    const cache = new ResponseCache();
    const { render, finish } = slow();
    let times = 0;
    const counted = () => {
      times += 1;
      return render();
    };
    const waiting = [1, 2, 3].map(() => cache.through('/a', counted));
    finish(rendered('one'));
    expect((await Promise.all(waiting)).map(text)).toEqual(['one', 'one', 'one']);
    expect(times).toBe(1);
  });

  it('is dropped when one of its cache tags changes, and not when another tag changes', async () => {
    const cache = new ResponseCache();
    await cache.through('/s', async () => rendered('s', ['services']));
    await cache.through('/p', async () => rendered('p', ['portfolio_items']));
    await cache.through('/sp', async () => rendered('sp', ['services', 'portfolio_items']));
    await cache.through('/none', async () => rendered('none', []));
    const fresh = () => ['/s', '/p', '/sp', '/none'].filter((key) => cache.fresh(key));
    cache.invalidate('services');
    expect(fresh()).toEqual(['/p', '/none']);
    cache.invalidate('settings');
    expect(fresh()).toEqual(['/p', '/none']);
    cache.invalidate('portfolio_items');
    expect(fresh()).toEqual(['/none']);
    cache.invalidate();
    expect(fresh()).toEqual([]);
    expect(text(cache.any('/s'))).toBe('s');
  });

  it('is never made from an uncacheable response or a failure', async () => {
    const cache = new ResponseCache();
    await cache.through('/a', async () => ({ ...rendered('a'), cacheTags: undefined }));
    expect(cache.any('/a')).toBeUndefined();
    const fail = () => cache.through('/b', () => Promise.reject(new Error('no')));
    await expect(fail()).rejects.toThrow('no');
    expect(cache.any('/b')).toBeUndefined();
    expect(text(await cache.through('/b', async () => rendered('b')))).toBe('b');
  });

  it('is evicted when it is the least recently used one', async () => {
    const cache = new ResponseCache();
    await cache.through('/popular', async () => rendered('popular'));
    await cache.through('/once', async () => rendered('once'));
    for (let n = 0; n < 1_999; n += 1) {
      await cache.through(`/junk/${n}`, async () => rendered('x'));
      if (n % 500 === 0) cache.fresh('/popular');
    }
    expect(cache.fresh('/popular')).toBeDefined();
    expect(cache.any('/once')).toBeUndefined();
  });
});

describe('a page that is requested again', () => {
  const varied = Array.from({ length: 400 }, (_, at) => `${at} of ${at * at} `).join('');
  const pageOf = async (cache: ResponseCache) => cache.through('/', async () => rendered(varied));

  it('is compressed further, and stays fresh under its ETag', async () => {
    const cache = new ResponseCache();
    const first = await pageOf(cache);
    expect(cache.fresh('/')).toBe(first);
    await vi.waitFor(() => expect(cache.fresh('/')).not.toBe(first));
    const smaller = cache.fresh('/');
    expect(smaller?.br?.length).toBeLessThan(first.br?.length ?? 0);
    expect(brotliDecompressSync(smaller?.br ?? '').toString()).toBe(varied);
    expect(smaller?.etag).toBe(first.etag);
    cache.invalidate('services');
    expect(cache.fresh('/')).toBeUndefined();
  });

  it('is not served in its earlier version after a change', async () => {
    const cache = new ResponseCache();
    await pageOf(cache);
    cache.fresh('/');
    cache.invalidate('services');
    await cache.through('/', async () => rendered(`new ${varied}`));
    await vi.waitFor(() => expect(cache.any('/')?.br).not.toBe(undefined));
    expect(text(cache.fresh('/'))).toBe(`new ${varied}`);
  });
});

describe('a change during rendering', () => {
  const changes: [string, (cache: ResponseCache) => void][] = [
    ['to a table', (cache) => cache.invalidate('services')],
    ['to another table', (cache) => cache.invalidate('settings' satisfies CacheTag)],
    [
      'that could not be heard of',
      (cache) => {
        cache.suspend();
        cache.resume();
      },
    ],
  ];

  it.each(changes)('%s leaves the response stale', async (_, change) => {
    const cache = new ResponseCache();
    const { render, finish } = slow();
    const waiting = cache.through('/a', render);
    change(cache);
    finish(rendered('old'));
    expect(text(await waiting)).toBe('old');
    expect(cache.fresh('/a')).toBeUndefined();
    expect(text(await cache.through('/a', async () => rendered('new')))).toBe('new');
    expect(text(cache.fresh('/a'))).toBe('new');
  });

  it('makes later callers wait for a new rendering', async () => {
    const cache = new ResponseCache();
    const { render, finish } = slow();
    const before = cache.through('/a', render);
    cache.invalidate('services');
    expect(text(await cache.through('/a', async () => rendered('new')))).toBe('new');
    finish(rendered('old'));
    await before;
    expect(text(cache.fresh('/a'))).toBe('new');
  });
});

describe('while change events cannot be received', () => {
  it('nothing is fresh or cached, and earlier entries are stale afterwards', async () => {
    const cache = new ResponseCache();
    await cache.through('/a', async () => rendered('before'));
    cache.suspend();
    expect(cache.fresh('/a')).toBeUndefined();
    expect(text(cache.any('/a'))).toBe('before');
    expect(text(await cache.through('/a', async () => rendered('during')))).toBe('during');
    expect(cache.fresh('/a')).toBeUndefined();
    cache.resume();
    expect(cache.fresh('/a')).toBeUndefined();
    await cache.through('/a', async () => rendered('after'));
    expect(text(cache.fresh('/a'))).toBe('after');
  });
});

describe('sendResponse', () => {
  const send = async (headers: Record<string, string>, method = 'GET', body = long, status = 200) =>
    sendResponse(
      await prepareResponse(rendered(body, [], status)),
      new Request('http://x/', { method, headers }),
    );

  it.each<[string, string | null]>([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip;q=0.8, br;q=0.1', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0, gzip;q=0', null],
    ['deflate', null],
    ['x-br, brrr', null],
    ['', null],
  ])('for Accept-Encoding %j it sends %j with the same text', async (accepts, coding) => {
    const response = await send({ 'Accept-Encoding': accepts });
    expect(response.headers.get('content-encoding')).toBe(coding);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    const decode = { br: brotliDecompressSync, gzip: gunzipSync };
    const plain = coding ? decode[coding as 'br' | 'gzip'](bytes) : bytes;
    expect(plain.toString()).toBe(long);
  });

  it('does not compress short bodies', async () => {
    expect(
      (await send({ 'Accept-Encoding': 'br' }, 'GET', 'short')).headers.has('content-encoding'),
    ).toBe(false);
  });

  it('answers 304 to a client that has the response', async () => {
    const etag = (await send({})).headers.get('etag') ?? '';
    for (const tag of [etag, etag.replace('W/', ''), `"other", ${etag}`, '*']) {
      const response = await send({ 'If-None-Match': tag, 'Accept-Encoding': 'br' });
      expect(response.status).toBe(304);
      expect(response.headers.get('etag')).toBe(etag);
      expect(await response.text()).toBe('');
    }
    expect((await send({ 'If-None-Match': '"other"' })).status).toBe(200);
    expect((await send({ 'If-None-Match': etag }, 'GET', `${long}.`)).status).toBe(200);
    expect((await send({ 'If-None-Match': '*' }, 'GET', long, 404)).status).toBe(404);
  });

  it('answers HEAD without the body', async () => {
    const get = await send({ 'Accept-Encoding': 'br' });
    const head = await send({ 'Accept-Encoding': 'br' }, 'HEAD');
    expect([...head.headers]).toEqual([...get.headers]);
    expect(await head.text()).toBe('');
  });
});

describe('bounds of the cache', () => {
  const fill = async (cache: ResponseCache, ...keys: string[]) => {
    for (const key of keys) await cache.through(key, async () => rendered(key));
  };

  it('keep at most sixteen variants of a path, and never evict the path without parameters', async () => {
    const cache = new ResponseCache();
    await fill(cache, '/subscribe', '/services', '/services?category=branding');
    await fill(cache, ...Array.from({ length: 100 }, (_, n) => `/subscribe?plan=${n}`));
    expect(cache.fresh('/subscribe')).toBeDefined();
    expect(cache.fresh('/services?category=branding')).toBeDefined();
    const kept = Array.from({ length: 100 }, (_, n) => cache.fresh(`/subscribe?plan=${n}`));
    expect(kept.filter(Boolean)).toHaveLength(15);
    expect(cache.fresh('/subscribe?plan=99')).toBeDefined();
  });

  it('count the bytes of every encoding', async () => {
    const cache = new ResponseCache({ entries: 100, bytes: 10_000 });
    const body = (n: number) => String(n).repeat(3_000);
    for (let n = 0; n < 9; n += 1) await cache.through(`/${n}`, async () => rendered(body(n)));
    const kept = Array.from({ length: 9 }, (_, n) => cache.fresh(`/${n}`)).filter(Boolean);
    expect(kept).toHaveLength(3);
    await cache.through('/larger', async () => rendered('x'.repeat(20_000)));
    expect(cache.fresh('/larger')).toBeUndefined();
  });
});

describe('cacheKey', () => {
  it('needs no query of public REST reads, because none declares one', () => {
    const declared = routesOf(appRouter)
      .filter(({ method, path }) => method === 'GET' && publicReads(appRouter)(`/api${path}`))
      .flatMap(({ name, path }) => {
        const def = proceduresOf(appRouter).find(([one]) => one === name)?.[1];
        return (def?.inputs ?? [])
          .flatMap((input) => (input instanceof z.ZodObject ? Object.keys(input.shape) : []))
          .filter((field) => !path.includes(`:${field}`));
      });
    expect(declared).toEqual([]);
  });

  it('contains every search parameter that a page reads', () => {
    const read = new Set<string>();
    const recorder = new Proxy({}, { get: (_, name) => void read.add(String(name)) });
    // `route.path` is empty until a router has used the tree.
    const pathOf = ({ options }: AnyRoute) => (options as { path?: string }).path;
    const visit = (route: AnyRoute) => {
      if (pathOf(route) !== '/admin' && typeof route.options.validateSearch === 'function') {
        route.options.validateSearch(recorder);
      }
      for (const child of Object.values(route.children ?? {})) visit(child as AnyRoute);
    };
    visit(routeTree);
    expect(read.size).toBeGreaterThan(5);
    expect([...read].filter((name) => !renderedParams.includes(name))).toEqual([]);
  });

  it.each([
    ['/services', '/services'],
    ['/services?', '/services'],
    ['/admin?section=invoices&search=3265&page=2', '/admin'],
    ['/services?utm_source=x&fbclid=y', '/services'],
    ['/services?utm_source=x&category=branding', '/services?category=branding'],
    ['/services?category=branding&category=other', '/services?category=branding'],
    ['/api/services', '/api/services'],
    ['/api/services?x=1&_=2', '/api/services?x=1&_=2'],
  ])('of %s is %s', (target, key) => {
    expect(cacheKey(target)).toBe(key);
  });
});
