import { brotliDecompressSync } from 'node:zlib';

import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { testApp } from '~/testing/app';
import { signInAdmin, signUpClient } from '~/testing/sign-in';

const statements: string[] = [];
const app = testApp({ onStatement: (statement) => statements.push(statement) });
let client: string;
let admin: string;

beforeAll(async () => {
  client = await signUpClient(app);
  admin = await signInAdmin(app);
});
beforeEach(() => app.cache.invalidate());

const get = (path: string, cookie: string, headers: Record<string, string> = {}) =>
  app.fetch(path, { headers: { Cookie: cookie, ...headers } });

/** Returns the statements that a request runs. */
async function statementsOf(path: string, cookie: string): Promise<string[]> {
  statements.length = 0;
  const response = await get(path, cookie);
  expect([path, response.status]).toEqual([path, 200]);
  await response.text();
  return [...statements];
}

describe('public reads of a signed-in visitor', () => {
  it.each(['/services', '/services/marketing-website', '/api/services'])(
    'run no query but the session’s once they are cached: %s',
    async (path) => {
      await statementsOf(path, client);
      const [session, ...others] = await statementsOf(path, client);
      expect(session).toContain('from "sessions"');
      expect(others).toEqual([]);
      expect(await statementsOf(path, admin)).toHaveLength(1);
    },
  );

  it('show a change as soon as the admin’s call returns', async () => {
    await get('/services', client);
    const [service] = await app.services.admin.services
      .search({ pageSize: 1 })
      .then((page) => page.rows);
    if (!service) throw new Error('no service');
    const name = `Renamed ${crypto.randomUUID()}`;
    const response = await app.fetch(`/api/admin/services/${service.id}`, {
      method: 'PUT',
      headers: { Cookie: admin, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name }),
    });
    expect(response.status).toBe(200);
    expect(await (await get('/services', client)).text()).toContain(name);
    expect(await (await get('/api/services', client)).text()).toContain(name);
  });

  it('are queried again while change events cannot be received', async () => {
    await statementsOf('/services', client);
    app.cache.suspend();
    try {
      expect((await statementsOf('/services', client)).length).toBeGreaterThan(1);
    } finally {
      app.cache.resume();
    }
  });

  it('do not cache a failure', async () => {
    const failing = vi
      .spyOn(app.services.services, 'listCards')
      .mockRejectedValueOnce(new Error('x'));
    expect((await get('/api/trpc/services.cards', client)).status).toBe(500);
    expect((await get('/api/trpc/services.cards', client)).status).toBe(200);
    failing.mockRestore();
  });
});

it('a page for one visitor is compressed, and has no ETag', async () => {
  const response = await get('/services', client, { 'Accept-Encoding': 'br, gzip' });
  expect(response.headers.get('content-encoding')).toBe('br');
  expect(response.headers.get('etag')).toBeNull();
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(response.headers.get('vary')).toContain('Accept-Encoding');
  const body = Buffer.from(await response.arrayBuffer());
  expect(brotliDecompressSync(body).toString()).toContain('</html>');
});
