import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  builtInPages,
  defaultNavigation,
  hideablePages,
} from '~/contract/built-in-pages/built-in-pages';
import { pageTexts } from '~/contract/built-in-pages/page-texts';
import { textNames } from '~/contract/built-in-pages/text-names';
import { publicUrl, testApp } from '~/testing/app';
import { documentOf, readHtml, textsOf } from '~/testing/html';
import { askerOf, signInAdmin, signUpClient } from '~/testing/sign-in';

const app = testApp();
let admin: string;

beforeAll(async () => {
  admin = await signInAdmin(app);
});

const save = (key: string, value: unknown) =>
  askerOf(app, admin)('POST', '/api/trpc/admin.pageTexts.update', { key, value });

const page = async (path: string) => (await readHtml(app, path)).document;
const texts = (document: Document, selector: string) =>
  textsOf(document.querySelectorAll(selector));

describe('the texts of pages', () => {
  it('can be changed only if they have a default', () => {
    for (const [key, texts] of Object.entries(pageTexts)) {
      const names = textNames[key as keyof typeof textNames];
      expect([...names].sort()).toEqual(Object.keys(texts).sort());
    }
  });

  it('add nothing to a page if they are defaults', async () => {
    expect(await (await app.fetch('/services')).text()).not.toContain('"pages":');
  });

  it('replace the defaults in the page, its title and its description', async () => {
    const words = {
      title: 'Brews and prices',
      lead: '',
      searchTitle: 'Brews of {agency}',
      searchText: 'Answered within {answer time}.',
    };
    expect((await save('pages', { services: words })).status).toBe(200);
    const document = await page('/services');
    expect(texts(document, 'h1')).toEqual(['Brews and prices']);
    // An empty text keeps the default.
    expect(document.body.textContent).toContain(pageTexts.services.lead);
    const { name } = (await app.services.settings.getPublic()).brand;
    expect(document.title).toBe(`Brews of ${name} | ${name}`);
    const description = document.querySelector('meta[name=description]')?.getAttribute('content');
    expect(description).toMatch(/^Answered within \w.*\.$/);
    expect(texts(await page('/blog'), 'h1')).toEqual([pageTexts.blog.title]);
  });

  it('replace headings and buttons of the landing page', async () => {
    const home = { callTitle: 'Say hello', callButton: 'Write', reasonsTitle: 'Why {agency}?' };
    expect((await save('pages', { home })).status).toBe(200);
    const document = await page('/');
    const { name } = (await app.services.settings.getPublic()).brand;
    expect(texts(document, 'h2')).toEqual(expect.arrayContaining(['Say hello', `Why ${name}?`]));
    expect(texts(document, 'a[href="/contact"]')).toContain('Write');
  });

  it('reject a text that is too long for its place, and keep the stored one', async () => {
    const response = await save('pages', { home: { callButton: 'x'.repeat(41) } });
    expect(response.status).toBe(400);
    expect(texts(await page('/'), 'h2')).toContain('Say hello');
  });
});

describe('the navigation', () => {
  const barOf = (document: Document) => texts(document, 'nav[aria-label="Main"] a');

  it('is the default until it is changed', async () => {
    expect(barOf(await page('/services'))).toEqual(
      defaultNavigation.bar.map((key) => builtInPages[key].label),
    );
  });

  it('links to every page, together with the footer', async () => {
    const linked = new Set(
      [...(await page('/')).querySelectorAll('nav a')].map((link) => link.getAttribute('href')),
    );
    const lost = Object.values(builtInPages).filter(({ path }) => !linked.has(path));
    expect(lost.map(({ path }) => path)).toEqual([]);
  });

  it('has the selected pages, in their order, with their names', async () => {
    await save('pages', { pricing: { label: 'Plans' } });
    await save('navigation', { bar: ['home', 'pricing', 'contact'], hidden: [] });
    expect(barOf(await page('/services'))).toEqual(['Home', 'Plans', 'Contact']);
  });

  it('rejects a duplicate page, an empty list, and hiding a page with a lead form', async () => {
    for (const value of [
      { bar: ['home', 'home'], hidden: [] },
      { bar: [], hidden: [] },
      { bar: ['home'], hidden: ['contact'] },
    ])
      expect((await save('navigation', value)).status).toBe(400);
  });
});

describe('a hidden page', () => {
  beforeAll(async () => {
    await save('navigation', { ...defaultNavigation, hidden: [...hideablePages] });
  });
  afterAll(() => save('navigation', defaultNavigation));

  it('answers 404, as do its subpages', async () => {
    const [post] = await app.sql<{ slug: string }[]>`select slug from posts limit 1`;
    const [item] = await app.sql<{ slug: string }[]>`select slug from portfolio_items limit 1`;
    const below = [
      `/blog/${post?.slug}`,
      `/portfolio/${item?.slug}`,
      '/blog/rss.xml',
      '/blog/atom.xml',
      '/blog.md',
      `/blog/${post?.slug}.md`,
    ];
    for (const path of [...hideablePages.map((key) => builtInPages[key].path), ...below])
      expect([path, (await app.fetch(path)).status]).toEqual([path, 404]);
    expect((await app.fetch('/services')).status).toBe(200);
  });

  it('is linked from no other page, the sitemap or llms.txt', async () => {
    const hidden = new RegExp(`(href="|${publicUrl})/(${hideablePages.join('|')})["/)<]`);
    for (const path of ['/', '/services', '/contact', '/privacy', '/nothing-here'])
      expect(await (await app.fetch(path)).text()).not.toMatch(hidden);
    for (const path of ['/sitemap.xml', '/llms.txt'])
      expect(await (await app.fetch(path)).text()).not.toMatch(hidden);
  });

  it('remains available in the API', async () => {
    expect((await app.fetch('/api/portfolio')).status).toBe(200);
  });
});

describe('the preview', () => {
  const preview = (cookie: string, body: unknown) =>
    askerOf(app, cookie)<string>('POST', '/api/admin/preview', body);
  const change = { key: 'pages', value: { services: { title: 'Only a draft' } } };

  it('shows unsaved changes to the admin only', async () => {
    const response = await preview(admin, { path: '/services', change });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-security-policy')).toBe('sandbox');
    const document = documentOf(response.body);
    expect(texts(document, 'h1')).toEqual(['Only a draft']);
    expect(texts(document, 'a[href="/auth/signin"]')).toEqual(['Sign In']);
    expect(texts(await page('/services'), 'h1')).not.toEqual(['Only a draft']);
  });

  it('shows unsaved colors to the admin', async () => {
    const appearance = { key: 'appearance', value: { accent: '#1d4ed8', paper: '#ffffff' } };
    const { body: html } = await preview(admin, { path: '/', change: appearance });
    expect(html).toContain('--rust:light-dark(#1d4ed8,');
    expect(await (await app.fetch('/')).text()).not.toContain('--rust:light-dark(#1d4ed8,');
  });

  it('is refused to everyone but admins', async () => {
    const client = await signUpClient(app);
    expect((await preview(client, { path: '/services', change })).status).toBe(403);
    expect((await app.postJson('/api/admin/preview', { path: '/', change })).status).toBe(401);
  });

  it('reports errors of its input', async () => {
    for (const body of [
      { path: '//elsewhere.example/', change },
      { path: '/services', change: { key: 'pages', value: { services: { title: 7 } } } },
      'nothing',
    ])
      expect((await preview(admin, body)).status).toBe(400);
  });
});
