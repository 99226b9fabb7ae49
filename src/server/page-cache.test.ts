import { request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { startTestApp, type TestApp, testApp } from '~/testing/app';
import { addClient, signUpClient } from '~/testing/sign-in';
import { cacheKey } from './platform/cache/cache-key';

const quickly = { timeout: 5_000, interval: 20 };

const app = testApp();
let other: TestApp;
let url: string;

beforeAll(async () => {
  other = await startTestApp({ databaseUrl: app.databaseUrl });
  url = await app.listen();
});
afterAll(() => other.close());

interface Raw {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Returns the raw bytes of a response, which `fetch` would decode. */
function wire(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url + path, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      );
    });
    request.on('error', reject).end();
  });
}

/** Requests that return the same content as a page and over REST. */
const reads = [
  '/',
  '/services',
  '/services/marketing-website',
  '/api/services',
  '/api/services/marketing-website',
];

const textOf = async (from: TestApp, path: string) => (await from.fetch(path)).text();

const renameTo = (name: string) =>
  app.sql`update services set name = ${name} where slug = 'marketing-website'`;

async function warm() {
  for (const one of [app, other]) {
    for (const path of reads) {
      await vi.waitFor(async () => {
        await (await one.fetch(path)).text();
        expect(one.cache.fresh(cacheKey(path)), path).toBeDefined();
      }, quickly);
    }
  }
}

describe('a cached response', () => {
  beforeAll(warm);

  it.each(['/services', '/api/services'])(
    'of %s has the same content in every encoding as a rendered one',
    async (path) => {
      const decode: Record<string, (bytes: Buffer) => Buffer> = {
        br: brotliDecompressSync,
        gzip: gunzipSync,
      };
      const fresh = await app.fetch(path);
      const plain = await fresh.text();
      expect(plain.length).toBeGreaterThan(512);
      for (const coding of ['br', 'gzip', '']) {
        const sent = await wire(path, { 'Accept-Encoding': coding });
        expect(sent.status).toBe(200);
        expect(sent.headers['content-encoding'] ?? '').toBe(coding);
        expect(sent.headers['content-length']).toBe(String(sent.body.length));
        expect(sent.headers.vary).toMatch(/\bAccept-Encoding$/);
        expect(sent.headers.etag).toBe(fresh.headers.get('etag'));
        expect((decode[coding]?.(sent.body) ?? sent.body).toString()).toBe(plain);
        for (const name of ['content-type', 'cache-control', 'content-security-policy']) {
          expect([name, sent.headers[name]]).toEqual([name, fresh.headers.get(name)]);
        }
        expect(sent.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
      }
    },
  );
});

describe('a change in the database', () => {
  it('reaches every instance, in every format', async () => {
    await warm();
    await renameTo('Renamed 1');
    for (const one of [app, other]) {
      await vi.waitFor(() => expect(one.cache.fresh('/services')).toBeUndefined(), quickly);
      for (const path of [...reads, '/api/trpc/services.cards'])
        expect(await textOf(one, path), path).toContain('Renamed 1');
    }
    expect((await wire('/services')).body.toString()).toContain('Renamed 1');
  });

  it('takes effect only after its commit', async () => {
    await warm();
    const before = await textOf(app, '/api/services');
    await app.sql
      .begin(async (tx) => {
        await tx`update services set name = 'Renamed 9' where slug = 'marketing-website'`;
        app.cache.invalidate('services');
        expect(await textOf(app, '/api/services')).toBe(before);
        throw new Error('rolled back');
      })
      .catch((error: Error) => expect(error.message).toBe('rolled back'));
    expect(await textOf(app, '/api/services')).toBe(before);
  });

  it('to the portfolio or the settings reaches the pages that show them', async () => {
    await warm();
    const services = app.cache.fresh('/api/services');
    await app.sql`update portfolio_items set title = 'Renamed 7' where featured`;
    await vi.waitFor(() => expect(app.cache.fresh('/')).toBeUndefined(), quickly);
    expect(await textOf(app, '/')).toContain('Renamed 7');
    expect(app.cache.fresh('/api/services')).toBe(services);

    // Every page shows claims that are counted from the portfolio, so all pages are stale by now.
    await warm();
    await app.sql`update settings set value = jsonb_set(value, '{name}', '"Renamed 8"') where key = 'brand'`;
    await vi.waitFor(() => expect(app.cache.fresh('/services')).toBeUndefined(), quickly);
    expect(await textOf(app, '/services/online-store')).toContain('Renamed 8');
  });

  it('removes a deactivated service from every list and URL', async () => {
    await warm();
    await app.sql`update services set is_active = false where slug = 'online-store'`;
    await vi.waitFor(() => expect(app.cache.fresh('/services')).toBeUndefined(), quickly);
    expect(await (await app.fetch('/services')).text()).not.toContain('/services/online-store');
    expect((await app.fetch('/services/online-store')).status).toBe(404);
    await app.sql`update services set is_active = true where slug = 'online-store'`;
    await vi.waitFor(
      async () => expect((await app.fetch('/services/online-store')).status).toBe(200),
      quickly,
    );
  });
});

describe('the connection that listens for changes', () => {
  it('reconnects after a loss, and misses no change', async () => {
    await warm();
    const before = app.cache.fresh('/services');
    const listeners = () => app.sql`select pid from pg_stat_activity
      where datname = current_database() and query ilike 'listen %'`;
    const lost = await listeners();
    expect(lost).toHaveLength(2);
    await app.sql.begin(async (tx) => {
      await tx`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and query ilike 'listen %'`;
      await tx`update services set name = 'Renamed 5' where slug = 'marketing-website'`;
    });
    await vi.waitFor(async () => {
      expect(await textOf(app, '/services')).toContain('Renamed 5');
      expect(await textOf(other, '/services')).toContain('Renamed 5');
      expect(await listeners()).toHaveLength(2);
    }, quickly);
    expect((await listeners()).map(({ pid }) => pid)).not.toContain(lost[0]?.pid);
    await warm();
    expect(app.cache.fresh('/services')).not.toBe(before);
    await renameTo('Renamed 6');
    await vi.waitFor(
      async () => expect(await textOf(other, '/services')).toContain('Renamed 6'),
      quickly,
    );
  });
});

describe('a request with a session cookie', () => {
  const paths = ['/services', '/api/services'];
  const poison = async (path: string) => {
    app.cache.invalidate();
    await app.fetch(path);
    const cached = app.cache.fresh(path);
    if (!cached) throw new Error('nothing was cached');
    Object.assign(cached, {
      identity: Buffer.from('for strangers'),
      br: undefined,
      gzip: undefined,
    });
    expect(await (await app.fetch(path)).text()).toBe('for strangers');
  };

  it('that is valid neither reads nor fills the public cache', async () => {
    const headers = { Cookie: await signUpClient(app) };
    for (const path of paths) {
      app.cache.invalidate();
      expect((await app.fetch(path, { headers })).status).toBe(200);
      expect((await wire(path, headers)).status).toBe(200);
      expect(app.cache.fresh(path)).toBeUndefined();
      await poison(path);
      expect(await (await app.fetch(path, { headers })).text()).not.toBe('for strangers');
      expect((await wire(path, headers)).body.toString()).not.toBe('for strangers');
    }
    app.cache.invalidate();
  });

  it.each([
    (token: string) => `session =${token}`,
    (token: string) => ` \tsession\t= ${token}`,
    (token: string) => `session="${token}"`,
    (token: string) => `session=x; session=${token}`,
    (token: string) => `session=${token}; session=x`,
  ])('is never served from the public cache, however it is encoded: %s', async (written) => {
    const email = `${crypto.randomUUID()}@example.com`;
    const { cookie } = await addClient(app, email, 'Clara', 'Client');
    const headers = { Cookie: written(cookie.replace('session=', '')) };
    for (const path of ['/services', '/api/trpc/identity.viewer?batch=1&input=%7B%7D']) {
      app.cache.invalidate();
      const [own, , ...others] = await Promise.all(
        [headers, headers, {}, {}].map(async (one) =>
          (await app.fetch(path, { headers: one as Record<string, string> })).text(),
        ),
      );
      expect(own).toBeDefined();
      for (const other of others) expect(other).not.toContain(email);
      expect(await textOf(app, path)).not.toContain(email);
      expect((await wire(path)).body.toString()).not.toContain(email);
    }
    app.cache.invalidate();
  });

  it.each(['theme=dark; session=x', `session=c${'a'.repeat(40)}`])(
    'that is invalid (%j) gets the cached response, and the cookie is cleared',
    async (cookie) => {
      const headers = { Cookie: cookie };
      for (const path of paths) {
        await poison(path);
        const response = await app.fetch(path, { headers });
        expect(await response.text()).toBe('for strangers');
        expect(response.headers.get('set-cookie')).toMatch(/^session=;/);
        expect(response.headers.get('cache-control')).toBe('private, no-store');
      }
      app.cache.invalidate();
    },
  );

  it('differs from one with a cookie of a similar name', async () => {
    app.cache.invalidate();
    await app.fetch('/services', { headers: { Cookie: 'mysession=x; session_hint=y' } });
    expect(app.cache.fresh('/services')).toBeDefined();
  });
});

describe('unbounded URLs', () => {
  const html = (response: Response) =>
    response.headers.get('content-type')?.startsWith('text/html');

  it.each([
    '/nope',
    '/services/no-such-service',
    '/services/%00',
    '/services/%',
    `/services/${'a'.repeat(200)}`,
  ])('such as %s answer HTML 404s that are not cached', async (path) => {
    const response = await app.fetch(path);
    expect([response.status, html(response)]).toEqual([404, true]);
    expect(app.cache.any(path)).toBeUndefined();
  });

  it('with an id redirect to the slug permanently, and are not cached', async () => {
    const [service] =
      await app.sql`select id, slug from services where is_active order by id limit 1`;
    for (const path of [
      `/services/${service?.id}`,
      `/services/${service?.id}?utm_source=x`,
      `/services/000${service?.id}`,
    ]) {
      const response = await app.fetch(path);
      expect([response.status, response.headers.get('location')]).toEqual([
        301,
        `/services/${service?.slug}`,
      ]);
      expect(app.cache.any(path)).toBeUndefined();
    }
  });

  it('with parameters that a page ignores create no second entry', async () => {
    app.cache.invalidate();
    await app.fetch('/services?utm_source=a');
    expect(app.cache.fresh('/services')).toBeDefined();
    expect(app.cache.any('/services?utm_source=a')).toBeUndefined();
    await app.fetch('/services?category=no-such');
    expect(app.cache.any('/services?category=no-such')).toBeUndefined();
  });

  it('with other encodings of a path create no entries', async () => {
    app.cache.invalidate();
    for (const path of ['/api/%73ervices', '/%61bout']) {
      expect([path, (await app.fetch(path)).status]).toEqual([path, 200]);
      expect([path, app.cache.any(cacheKey(path))]).toEqual([path, undefined]);
    }
  });

  it('that fail in the API are not cached', async () => {
    for (const path of [
      '/api/nope',
      '/api/services/nope',
      '/api/services/category/x',
      '/api/auth/user',
      '/api/trpc/nope',
      '/api/trpc/services.cards,nope?batch=1&input={}',
    ]) {
      const response = await app.fetch(path);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect([path, app.cache.any(path)]).toEqual([path, undefined]);
    }
  });
});
