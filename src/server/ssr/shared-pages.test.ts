import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { testApp } from '~/testing/app';
import { signInAdmin, signUpClient } from '~/testing/sign-in';
import type { SharedPage } from './pages';

const app = testApp();
const cookies = { client: '', other: '', admin: '' };

beforeAll(async () => {
  cookies.client = await signUpClient(app, 'clara@client.example');
  cookies.other = await signUpClient(app);
  await rename('other', '</script>');
  cookies.admin = await signInAdmin(app);
});
beforeEach(() => app.cache.invalidate());

async function rename(role: Role, firstName: string) {
  const fields = { firstName, lastName: 'Other' };
  await app.postJson('/api/trpc/identity.changeProfile', fields, { Cookie: cookies[role] });
}

type Role = keyof typeof cookies;

async function get(path: string, role: Role) {
  const response = await app.fetch(path, { headers: { Cookie: cookies[role] } });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

const block = /<script type="application\/json" data-queries>([\s\S]*?)<\/script>/g;

/** Returns a page's markup without parts that change over time, and its query results. */
async function contentOf(path: string, role: Role) {
  const { status, html } = await get(path, role);
  const queries = [...html.matchAll(block)].flatMap(([, json = '']) => JSON.parse(json));
  return {
    status,
    markup: html.replace(block, '').replace(/\bu:\d+/g, 'u:0'),
    queries: queries.map((entry) => JSON.stringify(entry)).sort(),
  };
}

const publicPaths = [
  '/services',
  '/services/marketing-website',
  '/services?category=website',
  '/portfolio',
  '/blog',
  '/pricing',
  '/about',
  '/contact',
  '/careers',
  '/privacy',
  '/subscribe',
  '/no-such-page',
];
const personalPaths = ['/', '/dashboard', '/dashboard/requests', '/account'];

describe.each(['other', 'admin'] as const)('a page for %s', (role) => {
  it.each([...publicPaths, ...personalPaths])(
    'is the same whether shared or rendered separately: %s',
    async (path) => {
      const first = await contentOf(path, role);
      const again = await contentOf(path, role);
      const { reads } = app.cache;
      const through = reads.through.bind(reads);
      const apart = vi
        .spyOn(reads, 'through')
        .mockImplementation(async (key, make) =>
          key.startsWith('page for') ? { isPersonal: true } : through(key, make),
        );
      const expected = await contentOf(path, role);
      apart.mockRestore();
      expect(first).toEqual(expected);
      expect(again).toEqual(expected);
    },
  );
});

describe('a page rendered for all clients', () => {
  const noteOf = (path: string) =>
    app.cache.reads.fresh(`page for clients: ${path}`) as SharedPage | undefined;

  it.each(publicPaths.filter((path) => path !== '/no-such-page'))(
    'contains nothing of the first client: %s',
    async (path) => {
      await get(path, 'client');
      expect(noteOf(path)).toMatchObject({ isPersonal: false });
      expect(noteOf(path)?.body).not.toMatch(/clara/i);
      const { html, headers } = await get(path, 'other');
      expect(html).not.toMatch(/clara/i);
      expect(html).toContain('Account of &lt;/script&gt;');
      expect(headers.get('cache-control')).toBe('private, no-store');
    },
  );

  it.each(personalPaths)(
    'is not stored if the page shows more of the client than the menu does: %s',
    async (path) => {
      expect((await get(path, 'client')).html).toMatch(/Clara/);
      expect(noteOf(path)?.body ?? '').toBe('');
      expect((await get(path, 'other')).html).not.toMatch(/clara/i);
    },
  );

  it('is not stored for a path without a page', async () => {
    expect((await get('/no-such-page', 'client')).status).toBe(404);
    expect(noteOf('/no-such-page')).toBeUndefined();
  });

  it('is never sent to a visitor or to an admin', async () => {
    await get('/services', 'client');
    expect((await get('/services', 'admin')).html).toContain('href="/admin"');
    expect((await get('/services', 'client')).html).not.toContain('href="/admin"');
    const visitor = await (await app.fetch('/services')).text();
    expect(visitor).not.toContain('Account of');
    expect(visitor).not.toContain('data-slot');
  });

  it('shows a changed name immediately', async () => {
    await get('/services', 'other');
    await rename('other', 'Olga');
    expect((await get('/services', 'other')).html).toContain('Account of Olga');
    expect((await get('/services', 'client')).html).toContain('Account of Clara');
  });
});
