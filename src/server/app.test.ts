import { Agent, request as httpRequest } from 'node:http';

import { describe, expect, it } from 'vitest';

import { batchLimit } from '~/contract/common/limits';
import { leakIn, publicUrl, testApp } from '~/testing/app';
import { quoteRequest } from '~/testing/requests';
import { signUpClient } from '~/testing/sign-in';

const app = testApp();

const notFound = { message: 'Not found', code: 'NOT_FOUND' };

describe('an unknown URL', () => {
  it.each(['/api', '/api/', '/api/nope', '/api/services/a/b', '/api/admin/no-such', '/api/..%2f'])(
    'answers 404 in JSON at %s',
    async (path) => {
      const response = await app.fetch(path);
      expect(response.headers.get('content-type')).toMatch(/^application\/json/);
      expect([response.status, await response.json()]).toEqual([404, notFound]);
    },
  );

  it.each(['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    'answers 404 to %s',
    async (method) => {
      for (const path of ['/api/services', '/api/nope']) {
        const response = await app.fetch(path, { method });
        expect([response.status, await response.json()]).toEqual([404, notFound]);
      }
    },
  );

  it('rejects writes to page URLs', async () => {
    for (const path of ['/', '/services', '/healthz']) {
      const response = await app.fetch(path, { method: 'POST' });
      expect(response.status).toBe(405);
      expect(await response.json()).toMatchObject({ code: 'METHOD_NOT_SUPPORTED' });
    }
  });
});

describe('a write', () => {
  it('from another site is rejected over REST and tRPC, with any content type', async () => {
    const headers = { Origin: 'https://evil.example' };
    const response = await app.postJson('/api/quotes', quoteRequest(), headers);
    expect([response.status, await response.json()]).toEqual([
      403,
      { message: 'This request came from another site and was refused', code: 'FORBIDDEN' },
    ]);
    const overTrpc = await app.postJson('/api/trpc/quotes.submit', quoteRequest(), headers);
    expect(overTrpc.status).toBe(403);
    const form = { ...headers, 'Content-Type': 'text/plain' };
    const asForm = await app.fetch('/api/quotes', { method: 'POST', body: '{}', headers: form });
    expect(asForm.status).toBe(403);
  });

  it('is rejected from another site, while a read is allowed', async () => {
    const response = await app.fetch('/api/services', {
      headers: { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
  });
});

it('metrics answer 404 without METRICS_TOKEN', async () => {
  const headers = { Authorization: 'Bearer undefined' };
  expect((await app.fetch('/metrics', { headers })).status).toBe(404);
});

it('a form without scripts sends nothing, and explains how to continue', async () => {
  const page = await (await app.fetch('/')).text();
  expect(page).toMatch(/<form[^>]*action="\/without-scripts"[^>]*method="post"/);
  const response = await app.fetch('/without-scripts', {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'name=Ada&email=ada%40example.com',
  });
  expect(response.status).toBe(200);
  const answer = await response.text();
  expect(answer).toContain('Nothing was sent.');
  expect(answer).not.toContain('ada@example.com');
  expect(await app.sql`select from quotes`).toHaveLength(0);
});

describe('tRPC', () => {
  const batch = (calls: number) =>
    app.fetch(`/api/trpc/${Array(calls).fill('services.cards').join(',')}?batch=1&input={}`);

  it(`answers ${batchLimit} calls at once, and rejects one more with JSON`, async () => {
    const full = await batch(batchLimit);
    expect(full.status).toBe(200);
    expect(await full.json()).toHaveLength(batchLimit);
    const over = await batch(batchLimit + 1);
    expect(over.status).toBe(400);
    expect(over.headers.get('content-type')).toMatch(/^application\/json/);
    expect(leakIn(await over.text())).toBeUndefined();
  });

  it('rejects an oversized batch of writes before executing any', async () => {
    const count = async () => (await app.sql`select count(*) as n from quotes`)[0]?.n;
    const before = await count();
    const response = await app.postJson(
      `/api/trpc/${Array(batchLimit + 1)
        .fill('quotes.submit')
        .join(',')}?batch=1`,
      Object.fromEntries(Array.from({ length: batchLimit + 1 }, (_, at) => [at, quoteRequest()])),
    );
    expect(response.status).toBe(400);
    expect(await count()).toBe(before);
  });

  it.each<[string, number, string]>([
    ['nope', 404, 'NOT_FOUND'],
    ['__proto__', 404, 'NOT_FOUND'],
    ['quotes.submit', 405, 'METHOD_NOT_SUPPORTED'],
    ['identity.user', 401, 'UNAUTHORIZED'],
    ['services.get?input={"slug":"no-such"}', 404, 'NOT_FOUND'],
    ['services.get', 400, 'BAD_REQUEST'],
    ['services.get?input=%7B', 400, 'BAD_REQUEST'],
    ['services.byCategory?input={"category":"x"}', 400, 'BAD_REQUEST'],
    ['services.related?input={"category":"website","slug":"%5Cu0000"}', 400, 'BAD_REQUEST'],
  ])('answers %s with an error in its own format', async (path, status, code) => {
    const response = await app.fetch(`/api/trpc/${path}`);
    expect(response.status).toBe(status);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const text = await response.text();
    expect(leakIn(text)).toBeUndefined();
    const { error } = JSON.parse(text) as {
      error: { data: Record<string, unknown>; message: string };
    };
    expect(error.data).toMatchObject({ code, httpStatus: status, message: error.message });
    expect(
      Object.keys(error.data).every((key) =>
        /^(code|httpStatus|isSignedOut|message|issues)$/.test(key),
      ),
    ).toBe(true);
  });
});

it('an undecodable URL is answered with 404', async () => {
  for (const path of ['/api/trpc/%', '/api/trpc/%e0%a4', '/api/trpc/services.list,%ff?batch=1']) {
    const response = await app.fetch(path);
    expect([response.status, await response.json()]).toEqual([404, notFound]);
  }
});

describe('an internal error', () => {
  it('is answered without details, with a request id that is in the log', async () => {
    await app.sql`alter table services rename column name to name_gone`;
    try {
      app.cache.invalidate();
      const rest = await app.fetch('/api/services');
      const trpc = await app.fetch('/api/trpc/services.cards');
      const page = await app.fetch('/services');
      const texts = [await rest.text(), await trpc.text(), await page.text()];
      expect([rest.status, trpc.status, page.status]).toEqual([500, 500, 500]);
      for (const text of texts) {
        expect(leakIn(text)).toBeUndefined();
        expect(text).not.toMatch(/name_gone|column|failed query/i);
      }
      const body = JSON.parse(texts[0] ?? '') as Record<string, string>;
      expect(body).toEqual({
        message: 'Something went wrong on our side. Please try again.',
        code: 'INTERNAL_SERVER_ERROR',
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      const told = app.logLines.find(
        (line) => line.includes('"level":50') && line.includes(body.requestId ?? '-'),
      );
      expect(told).toContain('42703');
      expect(page.headers.get('content-type')).toMatch(/^text\/html/);
      expect(texts[2]).toContain(page.headers.get('x-request-id'));
    } finally {
      await app.sql`alter table services rename column name_gone to name`;
      app.cache.invalidate();
    }
    expect((await app.fetch('/api/services')).status).toBe(200);
  });
});

describe('every response', () => {
  const paths = [
    '/',
    '/services',
    '/nope',
    '/healthz',
    '/readyz',
    '/api/services',
    '/api/nope',
    '/api/docs',
  ];

  it.each(paths)('has security headers at %s', async (path) => {
    for (let visit = 0; visit < 2; visit += 1) {
      const { headers } = await app.fetch(path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'self'");
      expect(policy).toContain("frame-ancestors 'none'");
      const scripts = policy.split('; ').find((one) => one.startsWith('script-src'));
      expect(scripts).toMatch(/^script-src 'self'/);
      expect(scripts).not.toMatch(/unsafe|\*|data:|https?:/);
      expect(headers.has('strict-transport-security')).toBe(false);
      expect(headers.has('x-powered-by')).toBe(false);
    }
  });

  it('isolates every page from its opener, except pages that are the same for all visitors', async () => {
    const openerPolicyOf = async (path: string, init?: RequestInit) =>
      (await app.fetch(path, init)).headers.get('cross-origin-opener-policy');
    const signedIn = { headers: { Cookie: await signUpClient(app) } };
    for (const path of ['/', '/pricing?cycle=yearly', '/blog/what-a-website-costs', '/privacy']) {
      // Requests the page twice, so that the second response comes from the cache.
      for (let visit = 0; visit < 2; visit += 1)
        expect([path, await openerPolicyOf(path)]).toEqual([path, 'unsafe-none']);
      expect([path, await openerPolicyOf(path, signedIn)]).toEqual([path, 'same-origin']);
    }
    // A redirect to this page has the isolating headers as well.
    for (const path of ['/pricing/', '/services?page=2'])
      expect([path, await openerPolicyOf(path)]).toEqual([path, 'unsafe-none']);
    const others = ['/auth/signin', '/cplogin', '/subscribe', '/invoices/a', '/nope', '/api/docs'];
    for (const path of [...others, '/api/services'])
      expect([path, await openerPolicyOf(path)]).toEqual([path, 'same-origin']);
  });

  it('allows every inline script of the page by its hash, and no other', async () => {
    const response = await app.fetch('/services/marketing-website');
    const policy = response.headers.get('content-security-policy') ?? '';
    const html = await response.text();
    const inline = [
      ...html.matchAll(/<script(?![^>]*\s(?:src=|type="application\/))[^>]*>([\s\S]*?)<\/script>/g),
    ];
    expect(inline.length).toBeGreaterThan(0);
    const { createHash } = await import('node:crypto');
    for (const [, code = ''] of inline) {
      expect(policy).toContain(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
    }
    expect(policy.match(/'sha256-/g)).toHaveLength(new Set(inline.map(([, code]) => code)).size);
  });
});

describe('over a real connection', () => {
  /** Sends a raw request line that no browser would send. */
  const raw = (
    url: string,
    path: string,
    headers: Record<string, string> = {},
    {
      method = 'GET',
      body: sent = '',
      agent,
    }: { method?: string; body?: string; agent?: Agent } = {},
  ) =>
    new Promise<{ status: number; body: string }>((resolve, reject) => {
      const { hostname, port } = new URL(url);
      const asked = { hostname, port, path, headers, method, agent };
      const request = httpRequest(asked, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      });
      request.on('error', reject).end(sent);
    });

  it.each<[string, Record<string, string>]>([
    ['//evil.example/%2e%2e', {}],
    ['/%', {}],
    ['/%ff%fe', {}],
    ['/api/services/%00', {}],
    ['http://evil.example/services', {}],
    ['/services?category=%', {}],
    ['/services', { Host: 'evil.example' }],
    ['/services', { Host: 'a b' }],
    ['/services', { Host: '' }],
    ['*', {}],
  ])('never answers 5xx to %s %j', async (path, headers) => {
    const { status, body } = await raw(await app.listen(), path, headers);
    expect(status).toBeGreaterThanOrEqual(200);
    expect(status).toBeLessThan(500);
    if (status >= 400) expect(leakIn(body)).toBeUndefined();
  });

  it.each([
    ['DELETE', '/api/admin/services/1'],
    ['POST', '/api/admin/services/1/restore'],
    ['PUT', '/api/admin/services/1'],
  ])('accepts %s without a body and without a content type', async (method, path) => {
    const url = await app.listen();
    expect((await raw(url, path, {}, { method })).status).toBe(401);
    const chunked = { 'Transfer-Encoding': 'chunked' };
    expect((await raw(url, path, chunked, { method, body: '{}' })).status).toBe(415);
  });

  it.each([
    ['/api/quotes', 'application/json', 413],
    ['/api/webhooks/stripe', 'application/json', 413],
    ['/api/admin/media', 'image/png', 401],
  ])('serves the next request after an unread body to %s', async (path, type, status) => {
    const url = await app.listen();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const body = 'x'.repeat(2 * 1024 * 1024);
    const lengths: [string, string][] = [
      ['Content-Length', String(body.length)],
      ['Transfer-Encoding', 'chunked'],
    ];
    for (const [name, value] of lengths) {
      const headers = { 'Content-Type': type, [name]: value };
      const refused = await raw(url, path, headers, { method: 'POST', body, agent });
      expect(refused.status).toBe(status);
      const next = await raw(url, '/healthz', {}, { agent });
      expect(next.status).toBe(200);
    }
    agent.destroy();
  });

  it('answers 400 to an input that is nested too deeply to be stored', async () => {
    const input = encodeURIComponent(`${'['.repeat(5_000)}${']'.repeat(5_000)}`);
    const response = await app.fetch(`/api/trpc/services.get?input=${input}`);
    expect(response.status).toBe(400);
  });

  it('never redirects to another site', async () => {
    for (const path of [
      '//evil.example/',
      '//evil.example/services/',
      '/%2f%2fevil.example/',
      '/\\evil.example/',
      '/.//evil.example/',
    ]) {
      const location = (await app.fetch(path)).headers.get('location') ?? '/';
      expect(new URL(location, publicUrl).origin).toBe(publicUrl);
    }
  });
});
