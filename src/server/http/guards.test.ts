import { setTimeout as delay } from 'node:timers/promises';

import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';

import { deadline, sameOriginWrites } from './guards';

describe('deadline', () => {
  it('answers 503 where the handler had responded and was still reading the body', async () => {
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
    ['http://127.0.0.1:3000', 'null', 403],
  ])('a site at %s answers a write from %s with %i', async (publicUrl, origin, status) => {
    expect(await statusOf(publicUrl, origin)).toBe(status);
  });

  it('rejects a hostname that was rebound to this IP, although Host matches', async () => {
    const rebound = 'http://evil.example:3000';
    expect(await statusOf('http://127.0.0.1:3000', rebound, rebound)).toBe(403);
  });
});
