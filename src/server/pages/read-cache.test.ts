import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

import type { ContentTable } from '../base/shown';
import { prepareAnswer, ReadCache, type Rendered, sendAnswer } from './read-cache';
import { asksForStream, readKey } from './read-key';

const long = 'a sentence that repeats itself. '.repeat(100);

function rendered(body: string, shows: ContentTable[] = ['services'], status = 200): Rendered {
  return { status, headers: { 'Content-Type': 'text/plain' }, body, shows };
}

/** A rendering that is finished when told so. */
function slow() {
  let finish: (result: Rendered) => void = () => {};
  const result = new Promise<Rendered>((resolve) => {
    finish = resolve;
  });
  return { render: () => result, finish };
}

const text = (answer: { identity: Buffer } | undefined) => answer?.identity.toString();

describe('what is kept', () => {
  it('is rendered once', async () => {
    const cache = new ReadCache();
    let times = 0;
    const render = async () => rendered(`${++times}`);
    expect(text(await cache.through('/a', render))).toBe('1');
    expect(text(await cache.through('/a', render))).toBe('1');
    expect(text(await cache.through('/b', render))).toBe('2');
  });

  it('is rendered once for all who come at the same moment', async () => {
    const cache = new ReadCache();
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

  it('is dropped when a table that it shows changes, and no other', async () => {
    const cache = new ReadCache();
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

  it('is not what says that it must not be, nor what failed', async () => {
    const cache = new ReadCache();
    await cache.through('/a', async () => ({ ...rendered('a'), shows: undefined }));
    expect(cache.any('/a')).toBeUndefined();
    const fail = () => cache.through('/b', () => Promise.reject(new Error('no')));
    await expect(fail()).rejects.toThrow('no');
    expect(cache.any('/b')).toBeUndefined();
    expect(text(await cache.through('/b', async () => rendered('b')))).toBe('b');
  });

  it('is bounded, and what is asked for outlives what is not', async () => {
    const cache = new ReadCache();
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

describe('a change while something is rendered', () => {
  const changes: [string, (cache: ReadCache) => void][] = [
    ['to a table', (cache) => cache.invalidate('services')],
    ['to another table', (cache) => cache.invalidate('settings' satisfies ContentTable)],
    [
      'that could not be heard of',
      (cache) => {
        cache.suspend();
        cache.resume();
      },
    ],
  ];

  it.each(changes)('%s leaves it not fresh', async (_, change) => {
    const cache = new ReadCache();
    const { render, finish } = slow();
    const waiting = cache.through('/a', render);
    change(cache);
    finish(rendered('old'));
    expect(text(await waiting)).toBe('old');
    expect(cache.fresh('/a')).toBeUndefined();
    expect(text(await cache.through('/a', async () => rendered('new')))).toBe('new');
    expect(text(cache.fresh('/a'))).toBe('new');
  });

  it('gives nobody who comes after it the rendering begun before it', async () => {
    const cache = new ReadCache();
    const { render, finish } = slow();
    const before = cache.through('/a', render);
    cache.invalidate('services');
    expect(text(await cache.through('/a', async () => rendered('new')))).toBe('new');
    finish(rendered('old'));
    await before;
    expect(text(cache.fresh('/a'))).toBe('new');
  });
});

describe('while changes cannot be heard of', () => {
  it('nothing is believed nor kept, and nothing from before is believed afterwards', async () => {
    const cache = new ReadCache();
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

describe('sending', () => {
  const send = async (headers: Record<string, string>, method = 'GET', body = long, status = 200) =>
    sendAnswer(
      await prepareAnswer(rendered(body, [], status)),
      new Request('http://x/', { method, headers }),
    );

  it.each<[string, string | null]>([
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['gzip;q=0.8, br;q=0.1', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0, gzip;q=0', null],
    ['deflate', null],
    ['x-br, brrr', null],
    ['identity', null],
    ['', null],
  ])('to whoever takes %j chooses %j, and it is the same text', async (accepts, coding) => {
    const response = await send({ 'Accept-Encoding': accepts });
    expect(response.headers.get('content-encoding')).toBe(coding);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    const decode = { br: brotliDecompressSync, gzip: gunzipSync };
    const plain = coding ? decode[coding as 'br' | 'gzip'](bytes) : bytes;
    expect(plain.toString()).toBe(long);
  });

  it('leaves what is short as it is', async () => {
    expect(
      (await send({ 'Accept-Encoding': 'br' }, 'GET', 'short')).headers.has('content-encoding'),
    ).toBe(false);
  });

  it('sends nothing to whoever has it already', async () => {
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

  it('to HEAD sends all but the body', async () => {
    const get = await send({ 'Accept-Encoding': 'br' });
    const head = await send({ 'Accept-Encoding': 'br' }, 'HEAD');
    expect([...head.headers]).toEqual([...get.headers]);
    expect(await head.text()).toBe('');
  });
});

describe('the key of an answer', () => {
  it.each([
    ['/services', '/services'],
    ['/services?', '/services'],
    ['/services?utm_source=x&fbclid=y', '/services'],
    ['/services?utm_source=x&category=branding', '/services?category=branding'],
    ['/services?category=branding&category=other', '/services?category=branding'],
    ['/api/services', '/api/services'],
    ['/api/trpc/a?input=1', '/api/trpc/a?input=1'],
  ])('of %s is %s', (target, key) => {
    expect(readKey(target)).toBe(key);
  });

  it('is not that of tRPC’s streamed form', () => {
    expect(asksForStream('/api/trpc/a', 'application/jsonl', undefined)).toBe(true);
    expect(asksForStream('/api/trpc/a', undefined, 'application/jsonl, */*')).toBe(true);
    expect(asksForStream('/api/trpc/a', undefined, '*/*')).toBe(false);
    expect(asksForStream('/services', 'application/jsonl', 'application/jsonl')).toBe(false);
  });
});
