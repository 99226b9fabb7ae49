import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { AdminRole } from '~/contract/identity/roles';
import { signedInAs } from '~/testing/admins';
import { testApp } from '~/testing/app';
import { signUpClient, type TestClient } from '~/testing/client-requests';
import { viewsOf } from '~/testing/client-views';
import { userOf } from '~/testing/threads';

const app = testApp({ rateLimits: { adminByNetwork: 1e6 } });
let client: TestClient;
let clientCookie: string;
let owner: Awaited<ReturnType<typeof signedInAs>>;

beforeAll(async () => {
  client = await signUpClient(app);
  clientCookie = client.headers.Cookie ?? '';
  owner = await signedInAs(app, 'owner');
});

const { viewAs: begin, endView, viewerOf } = viewsOf(() => app);
const viewAs = (cookie: string, id = client.id) => begin(cookie, id);

// Each test starts with a view by the owner.
beforeEach(async () => {
  expect(await viewAs(owner.cookie)).toBe(200);
});

describe('pages of a client view', () => {
  const pageFor = async (path: string, cookie?: string) => {
    const response = await app.fetch(path, cookie ? { headers: { Cookie: cookie } } : {});
    return { cache: response.headers.get('cache-control'), html: await response.text() };
  };

  it('show the client and the banner, and are not cached for others', async () => {
    for (const path of ['/', '/services', '/dashboard', '/account']) {
      const viewed = await pageFor(path, owner.cookie);
      expect(viewed.html).toContain('Nothing can be changed');
      expect(viewed.cache).toBe('private, no-store');
      const others = [await pageFor(path), await pageFor(path, clientCookie)];
      await endView(owner.cookie);
      others.push(await pageFor(path, owner.cookie));
      for (const { html } of others) expect(html).not.toContain('Nothing can be changed');
      await viewAs(owner.cookie);
      const again = await pageFor(path, clientCookie);
      expect(again.html).toContain(client.id);
      expect(again.html).not.toContain(owner.id);
    }
  });

  it('exclude the panel, which the admin still sees as an admin', async () => {
    const { html } = await pageFor('/admin', owner.cookie);
    expect(html).toContain(owner.id);
    expect(html).not.toContain('Nothing can be changed');
  });

  it('are not counted as visits', async () => {
    const sent = await app.fetch('/api/views', {
      method: 'POST',
      headers: { Cookie: owner.cookie },
      body: '/services',
    });
    expect(sent.status).toBe(204);
  });
});

describe('a page that was rendered for a client view', () => {
  const callAs = async (viewed: string, path: string, body?: object, headers = {}) => {
    const all = { Cookie: owner.cookie, 'X-Viewed-Client': viewed, ...headers };
    const response = body
      ? await app.postJson(path, body, all)
      : await app.fetch(path, { headers: all });
    await response.text();
    return response.status;
  };

  it('neither reads nor changes data of the admin or another client once the view has changed', async () => {
    const other = await signUpClient(app);
    const [profile, change] = ['/api/trpc/identity.viewer', '/api/trpc/identity.changeProfile'];
    const names = { firstName: 'Marenka', lastName: 'Okafor' };
    expect(await callAs(client.id, profile)).toBe(200);
    expect(await callAs(client.id, change, names)).toBe(403);
    await viewAs(owner.cookie, other.id);
    expect(await callAs(client.id, profile)).toBe(403);
    await (await endView(owner.cookie)).text();
    expect(await callAs(client.id, profile)).toBe(403);
    expect(await callAs(client.id, change, names)).toBe(403);
    expect(await callAs(client.id, '/api/service-requests', { title: 'Hello' })).toBe(403);
    expect((await userOf(app, owner.id)).firstName).not.toBe('Marenka');
    // Without a view, the page is the admin's own.
    expect((await viewerOf(owner.cookie)).id).toBe(owner.id);
  });

  it('ignores panels of other sites', async () => {
    const foreign = { Referer: 'https://idp.example/admin/x' };
    expect((await viewerOf(owner.cookie, foreign)).id).toBe(client.id);
    const own = { Referer: 'http://agency.test/admin' };
    expect((await viewerOf(owner.cookie, own)).id).toBe(owner.id);
  });

  it('ends when the admin’s role changes', async () => {
    const manager = await signedInAs(app, 'manager');
    await viewAs(manager.cookie);
    const ask = (role: string) =>
      app.services.admin.admins.update({ ...owner, isAdmin: true } as never, {
        id: manager.id,
        role: role as AdminRole,
      });
    await ask('editor');
    await ask('manager');
    expect((await viewerOf(manager.cookie)).clientView).toBeUndefined();
  });
});
