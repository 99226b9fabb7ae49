import { setTimeout as delay } from 'node:timers/promises';

import { createTRPCUntypedClient, httpBatchLink } from '@trpc/client';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';

import { AppError } from '~/contract/common/errors';
import {
  deadline,
  limitBody,
  limitUpload,
  ownAddress,
  ownHostOnly,
  sameOriginWrites,
} from './guards';
import { twinHostOf } from './own-origin';

describe('deadline', () => {
  it('answers 503 even if the handler has responded and is still reading the body', async () => {
    const app = new Hono();
    app.use(deadline(20));
    app.use(async (c, next) => {
      await next();
      const text = await c.res.text();
      await delay(60);
      c.res = new Response(text);
    });
    app.get('/', (c) => c.text('made'));
    const response = await app.request('/');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });
});

describe('a rejected tRPC call', () => {
  const clientOf = (app: Pick<Hono, 'request'>) =>
    createTRPCUntypedClient({
      links: [httpBatchLink({ url: 'http://site.test/api/trpc', fetch: app.request as never })],
    });

  it('returns the message of the deadline to the user', async () => {
    const app = new Hono();
    app.use(deadline(20));
    app.get('*', async (c) => {
      await delay(60);
      return c.text('made');
    });
    await expect(clientOf(app).query('services.cards')).rejects.toMatchObject({
      message: 'We cannot reach our records right now. Please try again in a moment.',
      data: { code: 'SERVICE_UNAVAILABLE', httpStatus: 503 },
    });
  });

  it('tells the user that the body is too large', async () => {
    const app = new Hono().use(limitBody(1024)).post('*', (c) => c.text('taken'));
    const call = clientOf(app).mutation('quotes.submit', { text: 'x'.repeat(2000) });
    await expect(call).rejects.toMatchObject({
      message: 'This is larger than 1 KiB and was refused',
      data: { code: 'PAYLOAD_TOO_LARGE', httpStatus: 413 },
    });
  });
});

describe('sameOriginWrites', () => {
  const statusOf = async (publicUrl: string, origin: string, host = publicUrl) => {
    const app = new Hono().use(sameOriginWrites(publicUrl)).post('/', (c) => c.text('taken'));
    const response = await app.request(host, { method: 'POST', headers: { Origin: origin } });
    return response.status;
  };

  it.each([
    ['https://agency.example', 'https://agency.example', 200],
    ['https://agency.example', 'http://agency.example', 403],
    ['https://agency.example', 'http://127.0.0.1:3000', 403],
    ['http://127.0.0.1:3000', 'http://localhost:3000', 200],
    ['http://127.0.0.1:3000', 'http://[::1]:3000', 200],
    ['http://127.0.0.1:3000', 'http://localhost:4000', 403],
  ])('on a site at %s, answers a write from %s with %i', async (publicUrl, origin, status) => {
    expect(await statusOf(publicUrl, origin)).toBe(status);
  });

  const own = 'https://agency.example';

  it.each<[Record<string, string>, number]>([
    [{}, 200],
    [{ 'Sec-Fetch-Site': 'same-origin' }, 200],
    [{ 'Sec-Fetch-Site': 'none' }, 200],
    [{ Origin: own, 'Sec-Fetch-Site': 'same-origin' }, 200],
    // Browsers send a null origin with a form of a page that hides its URL.
    [{ Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }, 200],
    [{ Origin: 'null', 'Sec-Fetch-Site': 'same-site' }, 403],
    [{ Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ Origin: 'null' }, 403],
    [{ Origin: '' }, 403],
    [{ Origin: `${own}.evil.example` }, 403],
    [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ 'Sec-Fetch-Site': 'same-site' }, 403],
    [{ Origin: own, 'Sec-Fetch-Site': 'cross-site' }, 403],
    [{ Origin: 'https://evil.example', 'Sec-Fetch-Site': 'same-origin' }, 403],
  ])('answers a write with the headers %j with %i', async (headers, status) => {
    const app = new Hono().use(sameOriginWrites(own)).post('/', (c) => c.text('taken'));
    const response = await app.request(own, { method: 'POST', headers });
    expect(response.status).toBe(status);
  });

  it('rejects a hostname that was rebound to this IP, although Host matches', async () => {
    const rebound = 'http://evil.example:3000';
    expect(await statusOf('http://127.0.0.1:3000', rebound, rebound)).toBe(403);
  });
});

describe('ownHostOnly in a demo', () => {
  const app = new Hono();
  app.use(ownHostOnly('http://demo.test:3000'));
  app.get('*', (c) => c.text('here'));
  const statusOf = async (host: string) => (await app.request(`http://${host}/dev/mail`)).status;

  it.each(['demo.test:3000', 'localhost:3000', '127.0.0.1', '[::1]:3000', '192.168.1.4:3000'])(
    'answers at %s',
    async (host) => {
      expect(await statusOf(host)).toBe(200);
    },
  );

  it.each(['evil.example', 'evil.example:3000', '127.0.0.1.evil.example'])(
    'rejects %s, the host name of another site',
    async (host) => {
      expect(await statusOf(host)).toBe(421);
    },
  );
});

describe('a chunked upload', () => {
  const app = new Hono();
  app.use(limitUpload(1024));
  app.post('/known', async (c) => c.text(String((await c.req.arrayBuffer()).byteLength)));
  app.post('/stranger', (c) => c.text('refused', 401));
  app.onError((error, c) =>
    c.text(
      error.message,
      error instanceof AppError && error.code === 'PAYLOAD_TOO_LARGE' ? 413 : 500,
    ),
  );

  function send(path: string, pieces: number) {
    let read = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        read += 1;
        if (read > pieces) controller.close();
        else controller.enqueue(new Uint8Array(512));
      },
    });
    const headers = { 'Transfer-Encoding': 'chunked' };
    const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit;
    return { answer: app.request(path, init), read: () => read };
  }

  it('arrives complete within its limit', async () => {
    expect(await (await send('/known', 2).answer).text()).toBe('1024');
  });

  it('is rejected with 413 past its limit', async () => {
    const response = await send('/known', 3).answer;
    expect([response.status, await response.text()]).toEqual([
      413,
      'This is larger than 1 KiB and was refused',
    ]);
  });

  it('is not read for an anonymous sender', async () => {
    const { answer, read } = send('/stranger', 1_000);
    expect((await answer).status).toBe(401);
    expect(read()).toBeLessThan(5);
  });
});

describe('ownAddress', () => {
  const ask = (publicUrl: string, url: string, method = 'GET') => {
    const app = new Hono().use(ownAddress(publicUrl)).all('*', (c) => c.text('served'));
    return app.request(url, { method, headers: { Host: new URL(url).host } });
  };

  it.each([
    ['https://agency.example', 'https://www.agency.example/pricing?cycle=yearly', 'GET'],
    ['https://www.agency.example', 'https://agency.example/pricing?cycle=yearly', 'GET'],
    ['https://agency.example', 'https://WWW.agency.example/api/quotes', 'POST'],
  ])('redirects %s: %s', async (publicUrl, url, method) => {
    const response = await ask(publicUrl, url, method);
    expect(response.status).toBe(308);
    const { pathname, search } = new URL(url);
    expect(response.headers.get('location')).toBe(`${publicUrl}${pathname}${search}`);
  });

  it('redirects no other host', async () => {
    for (const url of ['https://agency.example/', 'https://www.other.example/', 'http://[::1]/']) {
      expect((await ask('https://agency.example', url)).status).toBe(200);
    }
    expect(twinHostOf('http://127.0.0.1:3000')).toBeUndefined();
    expect(twinHostOf('http://localhost:3000')).toBeUndefined();
    expect(twinHostOf('http://agency.example:8080')).toBe('www.agency.example:8080');
  });
});
